/** List of all thresholds: edit, pause, snooze for a day, delete with undo. */

import { useRef, useState } from 'react';
import { plans } from '#domain/plans.ts';
import { snoozeMs } from '#domain/snooze.ts';
import { EmptyState } from '#src/components/async-states.tsx';
import { Button } from '#src/components/button.tsx';
import { thresholdListCopy as copy } from '#src/copy/settings.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { SettingsErrorBanner } from '#src/features/settings/settings-error-banner.tsx';
import { useSettingsMutation } from '#src/features/settings/use-settings-mutation.ts';
import { useUndoSettingsChange } from '#src/features/settings/use-undo-settings-change.ts';
import { ThresholdDialog } from '#src/features/thresholds/threshold-dialog.tsx';
import type { Settings, Umbral, UmbralInput } from '#store/api/api-types.ts';
import { useGetSettingsQuery } from '#store/api/base-api.ts';
import { toConfiguracionInput } from '#store/api/save-settings-change.ts';
import { useProfile } from '#store/use-profile.ts';
import { QueryResult } from './query-result.tsx';
import { SettingsSection } from './settings-section.tsx';
import { ThresholdItem } from './threshold-item.tsx';
import { useThresholdNames } from './use-threshold-names.ts';

export function ThresholdsSection() {
  const config = useGetSettingsQuery();
  const { data: profile } = useProfile();
  const used = Object.keys(config.data?.configuracion.umbrales ?? {}).length;
  const maxThresholds = plans[profile?.plan ?? 'basico'].maxThresholds;
  const isKnown = config.data !== undefined && profile !== undefined;
  return (
    <SettingsSection
      id="umbrales"
      title={copy.title}
      aside={isKnown ? copy.count(used, maxThresholds) : undefined}
    >
      <QueryResult query={config} rows={3} label={copy.loading}>
        {(settings) =>
          used === 0 ? (
            <EmptyState
              title={copy.emptyTitle}
              action={{ label: copy.toMatches, to: '/dashboard/partidos' }}
            >
              {copy.empty}
            </EmptyState>
          ) : (
            <ThresholdRows settings={settings} />
          )
        }
      </QueryResult>
    </SettingsSection>
  );
}

const initialRows = 50;

interface EditedThreshold {
  readonly id: string;
  readonly umbral: Umbral;
  readonly matchId: string;
}

function ThresholdRows({ settings }: { settings: Settings }) {
  const mutation = useSettingsMutation();
  const undoChange = useUndoSettingsChange();
  const { showToast } = useSession();
  const { umbrales } = settings.configuracion;
  const names = useThresholdNames(umbrales);
  const list = useRef<HTMLUListElement>(null);
  const [editing, setEditing] = useState<EditedThreshold | null>(null);
  const [shown, setShown] = useState(initialRows);
  const entries = Object.entries(umbrales);

  const set = (id: string, part: Partial<UmbralInput>) =>
    void mutation.change((old) => {
      const umbral = old.umbrales[id];
      if (umbral === undefined) return old;
      return { ...old, umbrales: { ...old.umbrales, [id]: { ...umbral, ...part } } };
    });
  const remove = async (id: string) => {
    const before = toConfiguracionInput(settings.configuracion).umbrales[id];
    const removed = await mutation.change((old) => {
      const { [id]: _gone, ...umbrales } = old.umbrales;
      return { ...old, umbrales };
    });
    if (!removed || before === undefined) return;
    // The row that had the focus was removed.
    list.current?.focus();
    const run = () =>
      undoChange((old) => ({ ...old, umbrales: { ...old.umbrales, [id]: before } }));
    showToast(copy.removed, 'info', { label: copy.undo, run });
  };

  return (
    <>
      <SettingsErrorBanner mutation={mutation} />
      <ul className="thrlist" ref={list} tabIndex={-1}>
        {entries.slice(0, shown).map(([id, umbral]) => {
          const name = names.name(umbral);
          const { matchId } = name;
          return (
            <ThresholdItem
              key={id}
              umbral={umbral}
              name={name}
              status={settings.estados[id]}
              onPause={(paused) => set(id, { pausa: paused ? 'usuario' : null })}
              onSnooze={(snoozed) =>
                set(id, {
                  silenciadoHasta: snoozed ? new Date(Date.now() + snoozeMs).toISOString() : null,
                })
              }
              onEdit={() => matchId !== null && setEditing({ id, umbral, matchId })}
              onRemove={() => void remove(id)}
            />
          );
        })}
      </ul>
      {entries.length > shown && (
        <p>
          <Button variant="outline" small onClick={() => setShown(entries.length)}>
            {copy.showAll(entries.length)}
          </Button>
        </p>
      )}
      {editing !== null && (
        <ThresholdDialog
          matchId={editing.matchId}
          editing={editing}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}
