/** Quiet hours: from, to and time zone, saved on blur when valid; and the channels they do not hold for. */

import { type FormEvent, useId, useState } from 'react';
import { TextField } from '#src/components/text-field.tsx';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { toDisplayError } from '#src/features/errors/to-display-error.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useGetChannelsQuery, useUpdateChannelMutation } from '#store/api/channels-api.ts';
import {
  defaultQuietHours,
  fallbackQuietHours,
  parseQuietHours,
  type QuietHours,
  timeZoneOptions,
  zoneName,
} from './parse-quiet-hours.ts';
import { QueryResult } from './query-result.tsx';
import styles from './settings-section.module.css';
import { SettingsSection } from './settings-section.tsx';
import { SwitchRow } from './switch-row.tsx';
import { useNotificationSettings } from './use-notification-settings.ts';

export function QuietHoursSection() {
  const notificationSettings = useNotificationSettings();
  const { showToast } = useSession();
  const save = async (quietHours: QuietHours | null, instead?: QuietHours) => {
    const saved = await notificationSettings.change(
      { quietHours },
      instead && { quietHours: instead },
    );
    if (saved) showToast(copy.saved, 'success');
    return saved;
  };
  return (
    <SettingsSection id="silencio" title={copy.quietTitle}>
      <QueryResult query={notificationSettings.query} rows={2} label={copy.loading}>
        {({ quietHours }) => (
          <>
            <SwitchRow
              title={copy.quiet}
              note={copy.quietNote}
              checked={quietHours !== null}
              saving={notificationSettings.saving}
              onChange={(on) =>
                void (on ? save(defaultQuietHours(), fallbackQuietHours()) : save(null))
              }
            />
            {quietHours !== null && (
              <>
                <QuietHoursForm saved={quietHours} onSave={save} />
                <Exceptions />
              </>
            )}
          </>
        )}
      </QueryResult>
      <ApiErrorBanner error={{ message: notificationSettings.error }} />
    </SettingsSection>
  );
}

/** Channels beside mail that the quiet hours may leave out; nothing without any. */
function Exceptions() {
  const { data } = useGetChannelsQuery();
  const [update, { error }] = useUpdateChannelMutation();
  const hintId = useId();
  const channels = data?.items.filter(({ kind }) => kind !== 'mail') ?? [];
  if (channels.length === 0) return null;
  return (
    <fieldset className={styles.except} aria-describedby={hintId}>
      <legend>{copy.quietExcept}</legend>
      <div className={styles.except__all}>
        {channels.map(({ id, name, ignoresQuietHours = false }) => (
          <label key={id} className="chk">
            <input
              type="checkbox"
              checked={ignoresQuietHours}
              onChange={() => void update({ id, patch: { ignoresQuietHours: !ignoresQuietHours } })}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
      <p className="field__hint" id={hintId}>
        {copy.quietExceptNote}
      </p>
      <ApiErrorBanner error={toDisplayError(error, copy.notSaved)} />
    </fieldset>
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
  const zones = timeZoneOptions(saved.zone);
  const parsed = parseQuietHours(typed, zones);
  const errors = isTouched && 'errors' in parsed ? parsed.errors : {};
  const set = (part: Partial<QuietHours>) => setDraft((old) => ({ ...old, ...part }));
  const save = async (hours: QuietHours) => {
    const { from, to, zone } = saved;
    const isSame = hours.from === from && hours.to === to && hours.zone === zone;
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
  const chooseZone = (zone: string) => {
    set({ zone });
    const chosen = parseQuietHours({ ...typed, zone }, zones);
    if ('hours' in chosen) void save(chosen.hours);
  };
  return (
    <form className={styles.three} onSubmit={submit} noValidate>
      <TextField
        label={copy.from}
        inputMode="numeric"
        autoComplete="off"
        value={typed.from}
        error={errors.from}
        onChange={(event) => set({ from: event.target.value })}
        onBlur={leave}
      />
      <TextField
        label={copy.to}
        inputMode="numeric"
        autoComplete="off"
        value={typed.to}
        error={errors.to}
        onChange={(event) => set({ to: event.target.value })}
        onBlur={leave}
      />
      <TextField
        label={copy.zone}
        list="time-zones"
        autoComplete="off"
        spellCheck={false}
        value={typed.zone}
        error={errors.zone}
        hint={zones.includes(typed.zone) ? copy.zoneIs(zoneName(typed.zone)) : copy.zoneHint}
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
