/** Calls back once per list length at which the end came near. */
import { useEffect } from 'react';

export function useNearEnd(
  isNear: boolean,
  count: number,
  onNearEnd: (() => void) | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run for a longer list, not for a new function
  useEffect(() => {
    if (isNear) onNearEnd?.();
  }, [isNear, count]);
}
