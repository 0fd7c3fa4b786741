/** Pauses, snoozes, changes and deletes thresholds, one or a selection of them; a toast offers the undo. */
import { isClosed, type ThresholdPatch } from '#domain/threshold.ts';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import type { ThresholdItem } from '#store/api/api-types.ts';
import type { SettingsChange } from '#store/api/settings-changes.ts';
import { useSession } from '../session/session-context.ts';
import type { SettingsMutation } from '../settings/use-settings-mutation.ts';
import { useUndoSettingsChange } from '../settings/use-undo-settings-change.ts';
import { type SnoozeChoice, snoozeUntil } from './snooze-until.ts';

type Item = Pick<ThresholdItem, 'id' | 'threshold'>;
type Items = readonly Item[];

export function useThresholdCommands(mutation: SettingsMutation) {
  const undoChange = useUndoSettingsChange();
  const { showToast } = useSession();

  const save = async (change: SettingsChange, undo: SettingsChange, message: string) => {
    if (!(await mutation.change(change))) return false;
    showToast(message, 'info', { label: copy.undo, run: () => undoChange(undo) });
    return true;
  };
  const patchAll = async (
    items: Items,
    patchOf: (item: Item) => ThresholdPatch,
    message: (amount: number) => string,
  ) => {
    const patches = items
      .map((item) => ({ ...item, patch: patchOf(item) }))
      .filter(({ patch }) => Object.keys(patch).length > 0);
    if (patches.length === 0) return false;
    const toBatch = (patchIn: (one: (typeof patches)[number]) => ThresholdPatch) => ({
      kind: 'batch' as const,
      changes: patches.map((one) => ({ kind: 'change' as const, id: one.id, patch: patchIn(one) })),
    });
    return save(
      toBatch(({ patch }) => patch),
      toBatch(({ patch, threshold }) =>
        pick(threshold, Object.keys(patch) as (keyof ThresholdPatch)[]),
      ),
      message(patches.length),
    );
  };
  return {
    setPaused: (items: Items, isPaused: boolean) =>
      isPaused
        ? patchAll(items.filter(isRunning), () => ({ pause: 'user' }), copy.paused)
        : patchAll(items.filter(isPausedByOwner), () => ({ pause: null }), copy.resumed),
    /** @param choice null: no longer */
    snooze: (items: Items, choice: SnoozeChoice | null) => {
      const snoozedUntil = choice && snoozeUntil(choice, new Date());
      return patchAll(
        items.filter(isRunning),
        () => ({ snoozedUntil }),
        (amount) =>
          snoozedUntil === null ? copy.unsnoozed(amount) : copy.snoozed(amount, snoozedUntil),
      );
    },
    /** @param patchOf what changes of each; empty: nothing */
    change: (items: Items, patchOf: (item: Item) => ThresholdPatch) =>
      patchAll(items, patchOf, copy.changed),
    remove: (items: Items) => {
      const [only, ...others] = items;
      const change: SettingsChange =
        only !== undefined && others.length === 0
          ? { kind: 'delete', id: only.id, seen: only.threshold }
          : { kind: 'batch', changes: items.map(({ id }) => ({ kind: 'delete', id })) };
      return save(change, restoration(items), copy.removed(items.length));
    },
  };
}

const pick = (threshold: ThresholdPatch, fields: readonly (keyof ThresholdPatch)[]) =>
  Object.fromEntries(fields.map((field) => [field, threshold[field]]));

const isRunning = ({ threshold }: Pick<Item, 'threshold'>) => threshold.pause === null;
const isPausedByOwner = ({ threshold }: Item) => threshold.pause === 'user';

/** Of what the system had paused, only the owner's own pause is restored, and what is closed. */
const restoration = (items: Items): SettingsChange => ({
  kind: 'batch',
  changes: items.map(({ id, threshold }) => {
    const pause = isRunning({ threshold }) || isClosed(threshold.pause) ? threshold.pause : 'user';
    return { kind: 'create', id, threshold: { ...threshold, pause }, watch: false };
  }),
});
