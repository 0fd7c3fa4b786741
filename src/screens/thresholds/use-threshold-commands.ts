/** Pauses, snoozes and deletes thresholds, one or a selection of them; a toast offers the undo. */
import { isResumable } from '#domain/threshold.ts';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useSettingsMutation } from '#src/features/settings/use-settings-mutation.ts';
import { useUndoSettingsChange } from '#src/features/settings/use-undo-settings-change.ts';
import { type SnoozeChoice, snoozeUntil } from '#src/features/thresholds/snooze-until.ts';
import type { ThresholdItem } from '#store/api/api-types.ts';
import { toUmbralInput } from '#store/api/edit-threshold.ts';
import type { SettingsChange } from '#store/api/save-settings-change.ts';

type Patch = Extract<SettingsChange, { kind: 'update' }>['patch'];
type Items = readonly ThresholdItem[];

export function useThresholdCommands() {
  const mutation = useSettingsMutation();
  const undoChange = useUndoSettingsChange();
  const { showToast } = useSession();

  const save = async (change: SettingsChange, undo: SettingsChange, message: string) => {
    if (!(await mutation.change(change))) return false;
    showToast(message, 'info', { label: copy.undo, run: () => undoChange(undo) });
    return true;
  };
  const patchAll = async (items: Items, patch: Patch, message: (amount: number) => string) => {
    if (items.length === 0) return;
    const before = ({ umbral }: ThresholdItem): Patch =>
      'pausa' in patch ? { pausa: umbral.pausa } : { silenciadoHasta: umbral.silenciadoHasta };
    await save(
      patchChange(items, () => patch),
      patchChange(items, before),
      message(items.length),
    );
  };
  return {
    mutation,
    pause: (items: Items) => patchAll(items.filter(isRunning), { pausa: 'usuario' }, copy.paused),
    resume: (items: Items) => patchAll(items.filter(isPaused), { pausa: null }, copy.resumed),
    snooze: (items: Items, choice: SnoozeChoice) => {
      const until = snoozeUntil(choice, new Date());
      return patchAll(items.filter(isRunning), { silenciadoHasta: until }, (amount) =>
        copy.snoozed(amount, until),
      );
    },
    unsnooze: (items: Items) =>
      patchAll(items.filter(isRunning), { silenciadoHasta: null }, copy.unsnoozed),
    remove: (items: Items) => save(deletion(items), restoration(items), copy.removed(items.length)),
  };
}

const isRunning = ({ umbral }: ThresholdItem) => umbral.pausa === null;
const isPaused = ({ umbral }: ThresholdItem) => isResumable(umbral.pausa);

/** One by its own endpoint, several as a batch: all or none. */
function patchChange(items: Items, patchOf: (item: ThresholdItem) => Patch): SettingsChange {
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0)
    return { kind: 'update', id: only.id, patch: patchOf(only) };
  const changes = items.map((item) => ({
    tipo: 'cambiar' as const,
    id: item.id,
    cambio: patchOf(item),
  }));
  return { kind: 'batch', changes };
}

function deletion(items: Items): SettingsChange {
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0) {
    return { kind: 'delete', id: only.id, seen: toUmbralInput(only.umbral) };
  }
  return { kind: 'batch', changes: items.map(({ id }) => ({ tipo: 'borrar', id })) };
}

/** Of what the system had paused, only the owner's own pause is restored, and what has expired. */
function restoration(items: Items): SettingsChange {
  const restored = items.map(({ id, umbral }) => ({
    id,
    umbral: {
      ...toUmbralInput(umbral),
      pausa:
        umbral.pausa === null || umbral.pausa === 'caducado' ? umbral.pausa : ('usuario' as const),
    },
  }));
  const [only, ...others] = restored;
  if (only !== undefined && others.length === 0)
    return { kind: 'create', ...only, watchesMatch: false };
  return {
    kind: 'batch',
    changes: restored.map((creation) => ({ tipo: 'crear', ...creation, vigilar: false })),
  };
}
