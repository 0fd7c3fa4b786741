/** Joins prices with the user's lines: what the watch list shows, and how near each is. Pure. */
import type { Collectible, Settings, Umbral } from '#store/api/types.ts';
import { cheapestOf } from './cheapest-collectible.ts';

export interface WatchRow {
  readonly key: string;
  /** What the row tells of; of several, the cheapest. */
  readonly item: Collectible;
  /** What it stands for: one collectible, or those whose cheapest a threshold watches. */
  readonly of: readonly Collectible[];
  /** Set where it stands for the cheapest of a match, or of one category of it. */
  readonly whole: { readonly category: string | null } | null;
  /** Every threshold on it. */
  readonly own: readonly OwnThreshold[];
  /** The nearest active line on it, if any. */
  readonly line: WatchLine | null;
  /** What watches it where no line can be measured: a change, a low, or nothing on sale. */
  readonly watching: OwnThreshold | null;
  /** Why no threshold of it watches, though there are some; what the plan does not include is said first. */
  readonly pausedBy: Umbral['pausa'];
}

export interface WatchLine {
  readonly id: string;
  readonly umbral: Umbral;
  /** The price of the line, in cents. */
  readonly cents: number;
  readonly rises: boolean;
  /** Positive: still to go. Zero or negative: crossed. As a share of the price. */
  readonly distance: number;
}

export interface EditedThreshold {
  readonly id: string;
  readonly umbral: Umbral;
}

/** What a row's bell opens: its nearest line, or else what watches it, or else what waits. */
export function thresholdToEdit({ line, watching, own }: WatchRow): EditedThreshold | null {
  if (line !== null) return { id: line.id, umbral: line.umbral };
  const [id, umbral] = watching ?? own[0] ?? [];
  return id === undefined || umbral === undefined ? null : { id, umbral };
}

export type WatchFilter = 'all' | 'near' | 'crossed' | 'paused';
export type WatchOrder = 'near' | 'change' | 'name';

export const nearShare = 0.05;

/** A row for each collectible, and one for each match or category whose cheapest somebody's threshold watches. */
export function watchRows(items: readonly Collectible[], settings: Settings): WatchRow[] {
  const byTarget = new Map<string, OwnThreshold[]>();
  for (const threshold of Object.entries(settings.configuracion.umbrales)) {
    const key = keyOf(threshold[1].objetivo);
    byTarget.set(key, [...(byTarget.get(key) ?? []), threshold]);
  }
  const matches = new Map<string, Collectible[]>();
  for (const item of items) {
    const others = matches.get(item.matchId);
    if (others === undefined) matches.set(item.matchId, [item]);
    else others.push(item);
  }
  const whole = [...byTarget].flatMap(([key, own]) => {
    const objetivo = own[0]?.[1].objetivo;
    if (objetivo?.tipo !== 'partido') return [];
    const { id, categoria } = objetivo;
    const of = (matches.get(id) ?? []).filter(
      ({ category }) => (categoria ?? category) === category,
    );
    return of.length === 0
      ? []
      : [buildRow({ key, of, own, whole: { category: categoria ?? null } })];
  });
  const single = items.map((item) => {
    const key = keyOf({ tipo: 'coleccionable', id: item.id });
    return buildRow({ key, of: [item], own: byTarget.get(key) ?? none, whole: null });
  });
  return [...whole, ...single];
}

const keyOf = (objetivo: Umbral['objetivo']): string =>
  objetivo.tipo === 'coleccionable'
    ? `c:${objetivo.id}`
    : `p:${objetivo.id}:${objetivo.categoria ?? ''}`;

const none: readonly OwnThreshold[] = [];

/** How a row's prices stand to the user's lines on it. */
function buildRow({
  key,
  of,
  own,
  whole,
}: Pick<WatchRow, 'key' | 'of' | 'own' | 'whole'>): WatchRow {
  const item = cheapestOf(of);
  const active = own.filter(([, umbral]) => umbral.pausa === null);
  const lines = active
    .map(([id, umbral]) => lineOf(id, umbral, item))
    .filter((line) => line !== null)
    .sort((a, b) => a.distance - b.distance);
  const reasons = own.map(([, { pausa }]) => pausa);
  const reason = reasons.find((pausa) => pausa === 'plan') ?? reasons[0] ?? null;
  return {
    key,
    item,
    of,
    whole,
    own,
    line: lines[0] ?? null,
    watching: lines.length === 0 ? (active[0] ?? null) : null,
    pausedBy: active.length === 0 ? reason : null,
  };
}

/** The row as it stands with newer prices: itself when none is. */
export function updateRowPrices(
  row: WatchRow,
  priceOf: (item: Collectible) => Collectible,
): WatchRow {
  const of = row.of.map(priceOf);
  return of.every((item, index) => item === row.of[index]) ? row : buildRow({ ...row, of });
}

/** Only below and above are a price one can stand near to. */
function lineOf(id: string, umbral: Umbral, item: Collectible): WatchLine | null {
  const rises = umbral.condicion === 'por_encima';
  if (!rises && umbral.condicion !== 'por_debajo') return null;
  if (item.floorCents === null) return null;
  const gap = rises ? umbral.valor - item.floorCents : item.floorCents - umbral.valor;
  return { id, umbral, cents: umbral.valor, rises, distance: gap / item.floorCents };
}

export const isCrossed = (row: WatchRow): boolean => row.line !== null && row.line.distance <= 0;
export const isNear = (row: WatchRow): boolean =>
  row.line !== null && row.line.distance > 0 && row.line.distance <= nearShare;

export function filterAndSortRows(
  rows: readonly WatchRow[],
  { search, filter, order }: { search: string; filter: WatchFilter; order: WatchOrder },
): WatchRow[] {
  const wanted = plain(search);
  const keeps: Record<WatchFilter, (row: WatchRow) => boolean> = {
    all: () => true,
    near: isNear,
    crossed: isCrossed,
    paused: (row) => row.pausedBy !== null,
  };
  const orders: Record<WatchOrder, (a: WatchRow, b: WatchRow) => number> = {
    near: (a, b) => (a.line?.distance ?? 9) - (b.line?.distance ?? 9),
    change: (a, b) => Math.abs(b.item.change24hBp ?? 0) - Math.abs(a.item.change24hBp ?? 0),
    name: (a, b) => alphabet.compare(a.item.matchName, b.item.matchName),
  };
  // Equals stay as the server lists them: by match, then by name.
  return rows
    .filter(keeps[filter])
    .filter(
      ({ item }) =>
        wanted === '' || plain(`${item.matchName} ${item.name} ${item.category}`).includes(wanted),
    )
    .sort(orders[order]);
}

const alphabet = new Intl.Collator('es', { numeric: true });

/** Without case or accents, as people search. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** A threshold and its id. */
export type OwnThreshold = readonly [string, Umbral];

/** Of somebody's thresholds on one collectible, the one to show and to open. */
export const nearestOf = (
  item: Collectible,
  own: readonly OwnThreshold[],
): EditedThreshold | null =>
  thresholdToEdit(buildRow({ key: item.id, of: [item], own, whole: null }));
