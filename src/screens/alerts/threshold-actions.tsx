/** Buttons of an alert for its threshold: pause, snooze, edit. */
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { isClosed } from '#domain/threshold.ts';
import { Button } from '#src/components/button.tsx';
import { alertsCopy, alertDetailsCopy as copy } from '#src/copy/alerts.ts';
import {
  settingsErrorMessage,
  useSettingsMutation,
} from '#src/features/settings/use-settings-mutation.ts';
import { silentUntil } from '#src/features/thresholds/silent-until.ts';
import { snoozeUntil } from '#src/features/thresholds/snooze-until.ts';
import { ThresholdDialog } from '#src/features/thresholds/threshold-dialog.tsx';
import type { AlertItem, Umbral, UmbralInput } from '#store/api/api-types.ts';
import styles from './threshold-actions.module.css';

export function ThresholdActions(props: {
  readonly alert: AlertItem;
  /** The threshold as it is now; undefined when deleted. */
  readonly umbral: Umbral | undefined;
  /** The settings have loaded. */
  readonly isKnown: boolean;
  /** Actions that do not need the threshold. */
  readonly children: ReactNode;
}) {
  const { alert, umbral } = props;
  const mutation = useSettingsMutation();
  const [editing, setEditing] = useState(false);
  const set = (patch: Pick<UmbralInput, 'pausa' | 'silenciadoHasta'>) =>
    void mutation.change({ kind: 'update', id: alert.thresholdId, patch });
  const until = umbral === undefined ? null : silentUntil(umbral);
  return (
    <>
      <p className={styles.why__acts}>
        {props.children}
        {umbral !== undefined && !isClosed(umbral.pausa) && (
          <>
            {umbral.pausa === null && (
              <Button
                variant="quiet"
                small
                disabled={mutation.saving}
                onClick={() =>
                  set({
                    silenciadoHasta: until === null ? snoozeUntil('day', new Date()) : null,
                  })
                }
              >
                {until === null ? copy.snooze : copy.unsnooze}
              </Button>
            )}
            <Button
              variant="quiet"
              small
              disabled={mutation.saving}
              onClick={() => set({ pausa: umbral.pausa === null ? 'usuario' : null })}
            >
              {umbral.pausa === null ? copy.pause : copy.resume}
            </Button>
            <Button variant="quiet" small onClick={() => setEditing(true)}>
              {copy.edit}
            </Button>
          </>
        )}
      </p>
      <p className="meta" role="status">
        {props.isKnown && statusText(umbral, until)}
      </p>
      {mutation.error !== null && (
        <p className="banner banner--error" role="alert">
          {settingsErrorMessage(mutation.error)}{' '}
          {mutation.error.code === 'plan_limit' && (
            <Link to="/dashboard/plan">{alertsCopy.seePlans}</Link>
          )}
        </p>
      )}
      {editing && umbral !== undefined && (
        <ThresholdDialog
          matchId={alert.matchId}
          editing={{ id: alert.thresholdId, umbral }}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}

function statusText(umbral: Umbral | undefined, until: string | null): string {
  if (umbral === undefined) return copy.gone;
  if (umbral.pausa === 'inicio') return copy.closed;
  if (umbral.pausa === 'caducado') return copy.expired;
  if (umbral.pausa !== null) return copy.paused;
  return until === null ? '' : copy.silentUntil(until);
}
