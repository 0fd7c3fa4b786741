/** Whether this is the living page, or the page as the server sent it, which React is just making its own. */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * What only this browser knows (its theme, its clock, its address) may show only once this is true: the first
 * rendering must repeat what was sent. Where nothing was sent it is true from the start.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
