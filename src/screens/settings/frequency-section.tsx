/** Check frequency: how often alerts are gathered into one mail; only what the plan allows can be chosen. */
import { useState } from 'react';
import { FieldNote } from '#src/components/text-field.tsx';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { useSession } from '#src/features/session/session-context.ts';
import {
  settingsErrorMessage,
  useSettingsMutation,
} from '#src/features/settings/use-settings-mutation.ts';
import { useGetSettingsQuery } from '#store/api/base-api.ts';
import { usePlan } from '#store/use-plan.ts';
import styles from './frequency-section.module.css';
import { QueryResult } from './query-result.tsx';
import { SettingsSection } from './settings-section.tsx';

const choices = [5, 15, 30, 60, 300, 900, 3_600, 21_600, 86_400];

export function FrequencySection() {
  const config = useGetSettingsQuery();
  return (
    <SettingsSection id="frecuencia" title={copy.frequencyTitle}>
      <QueryResult query={config} rows={1} label={copy.loading}>
        {({ configuracion }) => <Frequency current={configuracion.frecuencia} />}
      </QueryResult>
    </SettingsSection>
  );
}

function Frequency({ current }: { current: number }) {
  const mutation = useSettingsMutation();
  const [isSaved, setSaved] = useState(false);
  const { showToast } = useSession();
  const plan = usePlan();
  const offered = [...new Set([...choices, current])]
    .filter((seconds) => seconds >= (plan?.fastestCheckSeconds ?? 0) || seconds === current)
    .sort((a, b) => a - b);
  const choose = async (seconds: number) => {
    setSaved(false);
    const isLastSaved = (await mutation.change({ kind: 'frequency', seconds })) !== null;
    setSaved(isLastSaved);
    if (isLastSaved) showToast(copy.saved, 'success');
  };
  // Of the last choice: an earlier one no longer counts.
  const error = isSaved ? null : mutation.error;
  return (
    <div className={`field ${styles['field--short']}`}>
      <label htmlFor="frequency">{copy.frequency}</label>
      <select
        id="frequency"
        className="input"
        value={current}
        aria-busy={mutation.saving || undefined}
        aria-describedby="frequency-note"
        onChange={(event) => void choose(Number(event.target.value))}
      >
        {offered.map((seconds) => (
          <option key={seconds} value={seconds}>
            {copy.every(seconds)}
          </option>
        ))}
      </select>
      <FieldNote
        id="frequency-note"
        error={error === null ? undefined : settingsErrorMessage(error)}
        hint={
          plan === null
            ? copy.frequencyHint
            : `${copy.frequencyHint} ${copy.fastest(plan.label, plan.fastestCheckSeconds)}`
        }
      />
    </div>
  );
}
