/** Buttons of an alert for its threshold: pause, snooze, edit. */
import { type ReactNode, useState } from 'react';
import { isClosed, isOwnersToPause, type ThresholdPatch } from '#domain/threshold.ts';
import { Button } from '#src/components/button.tsx';
import { alertDetailsCopy as copy } from '#src/copy/alerts.ts';
import { pausedBy } from '#src/copy/pause-reasons.ts';
import { SettingsErrorBanner } from '#src/features/settings/settings-error-banner.tsx';
import { useSettingsMutation } from '#src/features/settings/use-settings-mutation.ts';
import { silentUntil } from '#src/features/thresholds/silent-until.ts';
import { snoozeUntil } from '#src/features/thresholds/snooze-until.ts';
import { ThresholdDialog } from '#src/features/thresholds/threshold-dialog.tsx';
import type { AlertItem, Threshold } from '#store/api/api-types.ts';
import styles from './threshold-actions.module.css';

export function ThresholdActions(props: {
  readonly alert: AlertItem;
  /** The threshold as it is now; undefined when deleted. */
  readonly threshold: Threshold | undefined;
  /** The settings have loaded. */
  readonly isKnown: boolean;
  /** Actions that do not need the threshold. */
  readonly children: ReactNode;
}) {
  const { alert, threshold } = props;
  const mutation = useSettingsMutation();
  const [editing, setEditing] = useState(false);
  const set = (patch: ThresholdPatch) =>
    void mutation.change({ kind: 'change', id: alert.thresholdId, patch });
  const until = threshold === undefined ? null : silentUntil(threshold);
  return (
    <>
      <p className={styles.why__acts}>
        {props.children}
        {threshold !== undefined && !isClosed(threshold.pause) && (
          <>
            {threshold.pause === null && (
              <Button
                variant="quiet"
                small
                disabled={mutation.saving}
                onClick={() =>
                  set({
                    snoozedUntil: until === null ? snoozeUntil('day', new Date()) : null,
                  })
                }
              >
                {until === null ? copy.snooze : copy.unsnooze}
              </Button>
            )}
            {isOwnersToPause(threshold.pause) && (
              <Button
                variant="quiet"
                small
                disabled={mutation.saving}
                onClick={() => set({ pause: threshold.pause === null ? 'user' : null })}
              >
                {threshold.pause === null ? copy.pause : copy.resume}
              </Button>
            )}
            <Button variant="quiet" small onClick={() => setEditing(true)}>
              {copy.edit}
            </Button>
          </>
        )}
      </p>
      <p className="meta" role="status">
        {props.isKnown && statusText(threshold, until)}
      </p>
      <SettingsErrorBanner mutation={mutation} />
      {editing && threshold !== undefined && (
        <ThresholdDialog
          matchId={alert.matchId}
          editing={{ id: alert.thresholdId, threshold }}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}

function statusText(threshold: Threshold | undefined, until: string | null): string {
  if (threshold === undefined) return copy.gone;
  if (threshold.pause === 'kickoff') return copy.closed;
  if (threshold.pause === 'expired') return copy.expired;
  if (threshold.pause === 'user') return copy.paused;
  if (threshold.pause !== null) return `${pausedBy[threshold.pause]}.`;
  return until === null ? '' : copy.silentUntil(until);
}
