/** How often the alerts of the interval are gathered into one mail; only what the plan allows can be chosen. */
import { plans } from '#domain/plans.ts';
import { FieldNote } from '#src/components/field.tsx';
import { settingsCopy as copy, everySeconds } from '#src/copy/settings.ts';
import { useGetConfigQuery, useGetProfileQuery } from '#store/api/monitoring-api.ts';
import { useSession } from '../session-context.ts';
import { problemSentence, useSettingsEdit } from '../threshold/use-settings-edit.ts';
import { Loaded } from './loaded.tsx';
import { SettingsSection } from './settings-section.tsx';

const choices = [5, 15, 30, 60, 300, 900, 3_600, 21_600, 86_400];

export function FrequencySection() {
  const config = useGetConfigQuery();
  return (
    <SettingsSection id="frecuencia" title={copy.frequencyTitle}>
      <Loaded query={config} rows={1} label={copy.loading}>
        {({ configuracion }) => <Frequency current={configuracion.frecuencia} />}
      </Loaded>
    </SettingsSection>
  );
}

function Frequency({ current }: { current: number }) {
  const edit = useSettingsEdit();
  const { showToast } = useSession();
  const { data: profile } = useGetProfileQuery();
  const plan = plans[profile?.plan ?? 'basico'];
  const offered = [...new Set([...choices, current])]
    .filter((seconds) => seconds >= plan.fastestCheckSeconds || seconds === current)
    .sort((a, b) => a - b);
  const choose = async (frecuencia: number) => {
    if (await edit.change((old) => ({ ...old, frecuencia }))) showToast(copy.saved, 'success');
  };
  return (
    <div className="field field--short">
      <label htmlFor="frequency">{copy.frequency}</label>
      <select
        id="frequency"
        className="input"
        value={current}
        aria-busy={edit.saving || undefined}
        aria-describedby="frequency-note"
        onChange={(event) => {
          if (!edit.saving) void choose(Number(event.target.value));
        }}
      >
        {offered.map((seconds) => (
          <option key={seconds} value={seconds}>
            {copy.every(everySeconds(seconds))}
          </option>
        ))}
      </select>
      <FieldNote
        id="frequency-note"
        error={edit.problem === null ? undefined : problemSentence(edit.problem)}
        hint={`${copy.frequencyHint} ${copy.fastest(plan.label, everySeconds(plan.fastestCheckSeconds))}`}
      />
    </div>
  );
}
