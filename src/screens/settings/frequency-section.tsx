/** How often the alerts of the interval are gathered into one mail; only what the plan allows can be chosen. */
import { plans } from '#domain/plans.ts';
import { FieldNote } from '#src/components/field.tsx';
import { settingsCopy as copy, everySeconds } from '#src/copy/settings.ts';
import { useGetProfileQuery } from '#store/api/monitoring-api.ts';
import { problemSentence, useSettingsEdit } from '../threshold/use-settings-edit.ts';

const choices = [5, 15, 30, 60, 300, 900, 3_600, 21_600, 86_400];

export function FrequencySection() {
  const edit = useSettingsEdit();
  const { data: profile } = useGetProfileQuery();
  const plan = plans[profile?.plan ?? 'basico'];
  const current = edit.settings?.configuracion.frecuencia ?? 60;
  const offered = [...new Set([...choices, current])]
    .filter((seconds) => seconds >= plan.fastestCheckSeconds || seconds === current)
    .sort((a, b) => a - b);
  return (
    <section className="setsec" aria-labelledby="set-frequency">
      <h2 className="title" id="set-frequency">
        {copy.frequencyTitle}
      </h2>
      <div className="setsec__b">
        <div className="field">
          <label htmlFor="frequency">{copy.frequency}</label>
          <select
            id="frequency"
            className="input"
            value={current}
            disabled={edit.saving}
            aria-describedby="frequency-note"
            onChange={(event) => {
              const frecuencia = Number(event.target.value);
              void edit.change((old) => ({ ...old, frecuencia }));
            }}
          >
            {offered.map((seconds) => (
              <option key={seconds} value={seconds}>
                Cada {everySeconds(seconds)}
              </option>
            ))}
          </select>
          <FieldNote
            id="frequency-note"
            error={edit.problem === null ? undefined : problemSentence(edit.problem)}
            hint={`${copy.frequencyHint} ${copy.fastest(plan.label, everySeconds(plan.fastestCheckSeconds))}`}
          />
        </div>
      </div>
    </section>
  );
}
