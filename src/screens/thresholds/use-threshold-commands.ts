/** Pauses, snoozes and deletes thresholds, one or a selection of them; a toast offers the undo. */
import { isResumable } from '#domain/threshold.ts';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useSettingsMutation } from '#src/features/settings/use-settings-mutation.ts';
import { useUndoSettingsChange } from '#src/features/settings/use-undo-settings-change.ts';
import { type SnoozeChoice, snoozeUntil } from '#src/features/thresholds/snooze-until.ts';
import type { ThresholdItem } from '#store/api/api-types.ts';
import type { SettingsChange } from '#store/api/settings-changes.ts';

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
    const before = ({ threshold }: ThresholdItem): Patch =>
      'pause' in patch ? { pause: threshold.pause } : { snoozedUntil: threshold.snoozedUntil };
    await save(
      patchChange(items, () => patch),
      patchChange(items, before),
      message(items.length),
    );
  };
  return {
    mutation,
    pause: (items: Items) => patchAll(items.filter(isRunning), { pause: 'user' }, copy.paused),
    resume: (items: Items) => patchAll(items.filter(isPaused), { pause: null }, copy.resumed),
    snooze: (items: Items, choice: SnoozeChoice) => {
      const until = snoozeUntil(choice, new Date());
      return patchAll(items.filter(isRunning), { snoozedUntil: until }, (amount) =>
        copy.snoozed(amount, until),
      );
    },
    unsnooze: (items: Items) =>
      patchAll(items.filter(isRunning), { snoozedUntil: null }, copy.unsnoozed),
    remove: (items: Items) => save(deletion(items), restoration(items), copy.removed(items.length)),
  };
}

const isRunning = ({ threshold }: ThresholdItem) => threshold.pause === null;
const isPaused = ({ threshold }: ThresholdItem) => isResumable(threshold.pause);

/** One by its own endpoint, several as a batch: all or none. */
function patchChange(items: Items, patchOf: (item: ThresholdItem) => Patch): SettingsChange {
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0)
    return { kind: 'update', id: only.id, patch: patchOf(only) };
  const changes = items.map((item) => ({
    kind: 'change' as const,
    id: item.id,
    patch: patchOf(item),
  }));
  return { kind: 'batch', changes };
}

function deletion(items: Items): SettingsChange {
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0) {
    return { kind: 'delete', id: only.id, seen: only.threshold };
  }
  return { kind: 'batch', changes: items.map(({ id }) => ({ kind: 'delete', id })) };
}

/** Of what the system had paused, only the owner's own pause is restored, and what has expired. */
function restoration(items: Items): SettingsChange {
  const restored = items.map(({ id, threshold }) => ({
    id,
    threshold: {
      ...threshold,
      pause:
        threshold.pause === null || threshold.pause === 'expired'
          ? threshold.pause
          : ('user' as const),
    },
  }));
  const [only, ...others] = restored;
  if (only !== undefined && others.length === 0) return { kind: 'create', ...only, watch: false };
  return {
    kind: 'batch',
    changes: restored.map((creation) => ({ kind: 'create', ...creation, watch: false })),
  };
}
