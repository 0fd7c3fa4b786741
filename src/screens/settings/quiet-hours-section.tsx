/** Quiet hours: from, to and time zone. Saved on blur when valid. */

import { type FormEvent, useState } from 'react';
import { TextField } from '#src/components/text-field.tsx';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { useSession } from '#src/features/session/session-context.ts';
import {
  defaultQuietHours,
  fallbackQuietHours,
  parseQuietHours,
  type QuietHours,
  timeZoneOptions,
} from './parse-quiet-hours.ts';
import { QueryResult } from './query-result.tsx';
import styles from './settings-section.module.css';
import { SettingsSection } from './settings-section.tsx';
import { SwitchRow } from './switch-row.tsx';
import { useNotificationSettings } from './use-notification-settings.ts';

export function QuietHoursSection() {
  const notificationSettings = useNotificationSettings();
  const { showToast } = useSession();
  const save = async (silencio: QuietHours | null, instead?: QuietHours) => {
    const saved = await notificationSettings.change({ silencio }, instead && { silencio: instead });
    if (saved) showToast(copy.saved, 'success');
    return saved;
  };
  return (
    <SettingsSection id="silencio" title={copy.quietTitle}>
      <QueryResult query={notificationSettings.query} rows={2} label={copy.loading}>
        {({ silencio }) => (
          <>
            <SwitchRow
              title={copy.quiet}
              note={copy.quietNote}
              checked={silencio !== null}
              saving={notificationSettings.saving}
              onChange={(on) =>
                void (on ? save(defaultQuietHours(), fallbackQuietHours()) : save(null))
              }
            />
            {silencio !== null && <QuietHoursForm saved={silencio} onSave={save} />}
          </>
        )}
      </QueryResult>
      {notificationSettings.error !== null && (
        <ApiErrorBanner error={{ message: notificationSettings.error }} />
      )}
    </SettingsSection>
  );
}

function QuietHoursForm(props: {
  readonly saved: QuietHours;
  readonly onSave: (hours: QuietHours) => Promise<boolean>;
}) {
  const { saved } = props;
  /** Typed but not yet saved. */
  const [draft, setDraft] = useState<Partial<QuietHours>>({});
  const [isTouched, setTouched] = useState(false);
  const typed = { ...saved, ...draft };
  const zones = timeZoneOptions(saved.zona);
  const parsed = parseQuietHours(typed, zones);
  const errors = isTouched && 'errors' in parsed ? parsed.errors : {};
  const set = (part: Partial<QuietHours>) => setDraft((old) => ({ ...old, ...part }));
  const save = async (hours: QuietHours) => {
    const { desde, hasta, zona } = saved;
    const isSame = hours.desde === desde && hours.hasta === hasta && hours.zona === zona;
    if (!isSame && !(await props.onSave(hours))) return;
    // Only what was sent: another field may have been typed in while it was being saved.
    const isUnsent = ([field, text]: [string, string]) => text !== draft[field as keyof QuietHours];
    setDraft((latest) => Object.fromEntries(Object.entries(latest).filter(isUnsent)));
  };
  const leave = () => {
    setTouched(true);
    if ('hours' in parsed) void save(parsed.hours);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    leave();
  };
  const chooseZone = (zona: string) => {
    set({ zona });
    const chosen = parseQuietHours({ ...typed, zona }, zones);
    if ('hours' in chosen) void save(chosen.hours);
  };
  return (
    <form className={styles.three} onSubmit={submit} noValidate>
      <TextField
        label={copy.from}
        inputMode="numeric"
        autoComplete="off"
        value={typed.desde}
        error={errors.desde}
        onChange={(event) => set({ desde: event.target.value })}
        onBlur={leave}
      />
      <TextField
        label={copy.to}
        inputMode="numeric"
        autoComplete="off"
        value={typed.hasta}
        error={errors.hasta}
        onChange={(event) => set({ hasta: event.target.value })}
        onBlur={leave}
      />
      <TextField
        label={copy.zone}
        list="time-zones"
        autoComplete="off"
        spellCheck={false}
        value={typed.zona}
        error={errors.zona}
        hint={copy.zoneHint}
        // Selected, as browsers show the whole datalist only for an empty field.
        onFocus={(event) => event.target.select()}
        onChange={(event) => chooseZone(event.target.value)}
        onBlur={leave}
      />
      <datalist id="time-zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {/* Enter saves, as in any form of several fields. */}
      <button type="submit" hidden />
    </form>
  );
}
