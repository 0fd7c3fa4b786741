/** Joins prices with the user's lines: what the watch list shows, and how near each is. Pure. */
import type { Collectible, Settings, Umbral } from '#store/api/types.ts';

/** A threshold and its id. */
export type OwnThreshold = readonly [string, Umbral];

export interface WatchRow {
  readonly item: Collectible;
  /** Every threshold on this collectible. */
  readonly own: readonly OwnThreshold[];
  /** The nearest active line on this collectible, if any. */
  readonly line: WatchLine | null;
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

export type WatchFilter = 'all' | 'near' | 'crossed' | 'paused';
export type WatchOrder = 'near' | 'change' | 'name';

export const nearShare = 0.05;

export function watchRows(items: readonly Collectible[], settings: Settings): WatchRow[] {
  const byTarget = new Map<string, OwnThreshold[]>();
  for (const threshold of Object.entries(settings.configuracion.umbrales)) {
    const { tipo, id } = threshold[1].objetivo;
    if (tipo !== 'coleccionable') continue;
    byTarget.set(id, [...(byTarget.get(id) ?? []), threshold]);
  }
  return items.map((item) => standing(item, byTarget.get(item.id) ?? none));
}

const none: readonly OwnThreshold[] = [];

/** How an item stands to the user's lines on it. */
export function standing(item: Collectible, own: readonly OwnThreshold[]): WatchRow {
  const active = own.filter(([, umbral]) => umbral.pausa === null);
  const lines = active
    .map(([id, umbral]) => lineOf(id, umbral, item))
    .filter((line) => line !== null)
    .sort((a, b) => a.distance - b.distance);
  const reasons = own.map(([, { pausa }]) => pausa);
  const reason = reasons.find((pausa) => pausa === 'plan') ?? reasons[0] ?? null;
  return { item, own, line: lines[0] ?? null, pausedBy: active.length === 0 ? reason : null };
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

export function arrange(
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
