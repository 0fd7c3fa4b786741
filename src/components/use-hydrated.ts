/** Whether hydration is over. During it the first render must repeat the prerendered HTML. */
import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/**
 * What only this browser knows (theme, clock, URL) may render only when this is true.
 * @returns true from the start on a page that was not prerendered
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
