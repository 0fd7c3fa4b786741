/**
 * What stands out in the whole market: falls, prices near their 30-day low, and what was not on sale a day ago. From the
 * columns in memory, once a reading; the lows from the stored floors of midnights, once an hour of market time.
 */
import type { Collectible, Discovery } from '#contract/monitoring.ts';
import { changeBp } from '../db/market/catalogue.ts';
import type { Database } from '../db/pool.ts';
import { dayAgoColumn, loadCollectibles } from './catalogue-pages.ts';
import { compare, type MarketView } from './market-cache.ts';

/** Of each list. */
const maxItems = 6;
/** Near a low of midnights; the lows of all hours are loaded for these alone. */
const maxLowCandidates = 24;
/** While no midnights are stored, of a new market: of the next matches. */
const maxUnknownLows = 96;
const maxAboveLow = 0.03;
/** A price that hardly moved in 30 days is always near its low. */
const minRange = 0.1;

/** @param at wall time, as kick-offs are */
export const loadDiscovery = (db: Database, view: MarketView, at: Date): Promise<Discovery> =>
  view.once('discovery', async () => {
    const places = openPlaces(view, at);
    const dayAgo = await dayAgoColumn(db, view);
    const candidates = await lowCandidates(places, view);
    const falls = dayAgo === null ? [] : biggestFalls(places, view, dayAgo);
    const listed = dayAgo === null ? [] : newlyListed(places, view, dayAgo);
    const chosen = new Set([...falls, ...listed, ...candidates]);
    const ids = [...chosen].map((place) => view.catalogue.collectibles[place]?.id ?? '');
    const items = new Map(
      (await loadCollectibles(db, ids, { view, withSparks: false })).map((item) => [item.id, item]),
    );
    const itemsAt = (found: readonly number[]) =>
      found.flatMap((place) => items.get(view.catalogue.collectibles[place]?.id ?? '') ?? []);
    return {
      falls: itemsAt(falls),
      nearLows: nearLows(itemsAt(candidates)),
      newlyListed: itemsAt(listed),
    };
  });

/** On sale, of matches that have not started. */
function openPlaces({ catalogue, floors }: MarketView, at: Date): number[] {
  return catalogue.places.filter((place) => {
    const match = catalogue.matchById.get(catalogue.collectibles[place]?.matchId ?? '');
    const hasStarted = match?.kickoffAt != null && match.kickoffAt <= at;
    return !hasStarted && (floors[place] ?? null) !== null;
  });
}

function biggestFalls(
  places: readonly number[],
  { floors }: MarketView,
  dayAgo: readonly (number | null)[],
): number[] {
  const changeOf = (place: number) => changeBp(floors[place] ?? null, dayAgo[place] ?? null) ?? 0;
  return places
    .filter((place) => changeOf(place) < 0)
    .sort((a, b) => changeOf(a) - changeOf(b))
    .slice(0, maxItems);
}

/** The next matches first. */
function newlyListed(
  places: readonly number[],
  { catalogue }: MarketView,
  dayAgo: readonly (number | null)[],
): number[] {
  const kickoffOf = (place: number) =>
    catalogue.matchById.get(catalogue.collectibles[place]?.matchId ?? '')?.kickoffAt?.getTime() ??
    null;
  return places
    .filter((place) => (dayAgo[place] ?? null) === null)
    .sort((a, b) => compare(kickoffOf(a), kickoffOf(b)))
    .slice(0, maxItems);
}

/** The cheapest of each category of a match, where it is nearest to the category's low of the last midnights. */
async function lowCandidates(places: readonly number[], view: MarketView): Promise<number[]> {
  const lows = await view.categoryLows();
  const cheapest = [...cheapestByCategory(places, view)];
  if (lows.size === 0) return cheapest.slice(0, maxUnknownLows).map(([, { place }]) => place);
  return cheapest
    .flatMap(([category, { place, floor }]) => {
      const low = lows.get(category);
      return low === undefined ? [] : [{ place, aboveLow: floor / low }];
    })
    .sort((a, b) => a.aboveLow - b.aboveLow)
    .slice(0, maxLowCandidates)
    .map(({ place }) => place);
}

/** By JSON of `[match, category, currency]`. */
function cheapestByCategory(places: readonly number[], { catalogue, floors }: MarketView) {
  const cheapest = new Map<string, { readonly place: number; readonly floor: number }>();
  for (const place of places) {
    const item = catalogue.collectibles[place];
    const floor = floors[place] ?? null;
    if (item === undefined || floor === null) continue;
    const key = JSON.stringify([item.matchId, item.category, item.currency]);
    const known = cheapest.get(key);
    if (known === undefined || floor < known.floor) cheapest.set(key, { place, floor });
  }
  return cheapest;
}

function nearLows(items: readonly Collectible[]): Collectible[] {
  const aboveLow = ({ floorCents, low30dCents }: Collectible) =>
    floorCents === null || low30dCents === null
      ? Number.POSITIVE_INFINITY
      : floorCents / low30dCents - 1;
  return items
    .filter(
      (item) =>
        aboveLow(item) <= maxAboveLow &&
        (item.high30dCents ?? 0) >= (item.low30dCents ?? 0) * (1 + minRange),
    )
    .sort((a, b) => aboveLow(a) - aboveLow(b))
    .slice(0, maxItems);
}
