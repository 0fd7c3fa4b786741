/** Saves or deletes one threshold as its form saw it; after a conflict, knowingly over what the other tab left. */
import { useRef, useState } from 'react';
import type { UmbralInput } from '#store/api/types.ts';
import { type SettingsMutation, useSettingsMutation } from '../settings/use-settings-mutation.ts';

export interface ThresholdSave {
  readonly edit: SettingsMutation;
  /** What another tab made of it meanwhile; null without a conflict, or where it was deleted. */
  readonly theirs: UmbralInput | null;
  /** @param umbral null deletes it @returns whether it was saved */
  save(umbral: UmbralInput | null): Promise<boolean>;
}

export function useThresholdSave(
  editing: { readonly id: string; readonly umbral: UmbralInput } | undefined,
): ThresholdSave {
  const edit = useSettingsMutation();
  // The same new one however often it is tried: an answer that was lost must not make two.
  const [id] = useState(() => editing?.id ?? crypto.randomUUID());
  const seen = useRef<UmbralInput | null>(editing?.umbral ?? null);
  const conflict = edit.problem?.conflicts.find((one) => one.of === 'umbral' && one.id === id);
  const theirs = conflict?.of === 'umbral' ? conflict.theirs : null;
  return {
    edit,
    theirs,
    async save(umbral) {
      // Whoever has been told of the other tab's value decides over that one.
      if (conflict?.of === 'umbral') seen.current = conflict.theirs;
      const pausa = seen.current?.pausa === 'usuario' ? ('usuario' as const) : null;
      return edit.change(
        (current) => {
          const { [id]: _before, ...others } = current.umbrales;
          if (umbral === null) return { ...current, umbrales: others };
          return { ...current, umbrales: { ...others, [id]: { ...umbral, pausa } } };
        },
        { id, umbral: seen.current },
      );
    },
  };
}
