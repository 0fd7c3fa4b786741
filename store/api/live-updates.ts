/** Applies what the live stream brings to everything cached, at most once per frame. */
import type { PriceUpdate } from '#contract/live-stream.ts';
import type { AppStore } from '../app-store.ts';
import { monitoringApi } from './monitoring-api.ts';

export interface LiveUpdates {
  /** Keeps the latest of each collectible until the next frame. */
  prices(updates: readonly PriceUpdate[]): void;
  /** An alert arrived: lists and counts are asked for anew. */
  alert(): void;
}

/** @param schedule runs a callback soon, once per frame in a browser */
export function createLiveUpdates(
  store: AppStore,
  schedule: (callback: () => void) => void,
): LiveUpdates {
  const waiting = new Map<string, PriceUpdate>();
  const flush = () => {
    const updates = new Map(waiting);
    waiting.clear();
    applyPrices(store, updates);
  };
  return {
    prices(updates) {
      if (waiting.size === 0 && updates.length > 0) schedule(flush);
      for (const update of updates) waiting.set(update.collectibleId, update);
    },
    alert() {
      store.dispatch(monitoringApi.util.invalidateTags(['Alerts', 'Settings']));
    },
  };
}

interface Priced {
  id: string;
  floorCents: number | null;
  observedAt: string | null;
}

function applyPrices(store: AppStore, updates: ReadonlyMap<string, PriceUpdate>): void {
  const apply = (items: Priced[]) => {
    for (const item of items) {
      const update = updates.get(item.id);
      if (update === undefined) continue;
      item.floorCents = update.floorCents;
      item.observedAt = update.observedAt;
    }
  };
  const concerns = (items: readonly Priced[] | undefined) =>
    items?.some((item) => updates.has(item.id)) ?? false;
  const { util } = monitoringApi;
  const state = store.getState();
  for (const args of util.selectCachedArgsForQuery(state, 'getRaw')) {
    const cached = monitoringApi.endpoints.getRaw.select(args)(state).data;
    if (!concerns(cached?.items)) continue;
    store.dispatch(util.updateQueryData('getRaw', args, (draft) => apply(draft.items)));
  }
  for (const args of util.selectCachedArgsForQuery(state, 'getMatch')) {
    const cached = monitoringApi.endpoints.getMatch.select(args)(state).data;
    if (!concerns(cached?.collectibles)) continue;
    store.dispatch(
      util.updateQueryData('getMatch', args, (draft) => {
        apply(draft.collectibles);
        draft.match.floorCents = lowest(draft.collectibles);
        const drawn = draft.history && updates.get(draft.history.collectibleId);
        if (draft.history && drawn) {
          draft.history.points.push({
            at: drawn.observedAt,
            floorCents: drawn.floorCents,
            late: false,
          });
        }
      }),
    );
  }
}

function lowest(items: readonly Priced[]): number | null {
  const floors = items.map((item) => item.floorCents).filter((floor) => floor !== null);
  return floors.length === 0 ? null : Math.min(...floors);
}
