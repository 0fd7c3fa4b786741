/** Which matches the screen shows, counted by what shows them: the live stream has the prices of these. */

export interface ShownMatches {
  /** @returns function that ends it, once */
  show(matchIds: readonly string[]): () => void;
  list(): readonly string[];
  /** @returns unsubscribe function */
  subscribe(listener: () => void): () => void;
}

export function createShownMatches(): ShownMatches {
  const counts = new Map<string, number>();
  const listeners = new Set<() => void>();
  const add = (matchIds: readonly string[], difference: 1 | -1) => {
    const before = counts.size;
    for (const matchId of matchIds) {
      const count = (counts.get(matchId) ?? 0) + difference;
      if (count === 0) counts.delete(matchId);
      else counts.set(matchId, count);
    }
    if (counts.size !== before) for (const listener of listeners) listener();
  };
  return {
    show(matchIds) {
      let isShown = true;
      add(matchIds, 1);
      return () => {
        if (isShown) add(matchIds, -1);
        isShown = false;
      };
    },
    list: () => [...counts.keys()],
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
