/** Joins prices with the user's lines: what the watch list shows, and how near each is. Pure. */
import type { Collectible, Settings, Umbral } from '#store/api/types.ts';

export interface WatchRow {
  readonly item: Collectible;
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
  const thresholds = Object.entries(settings.configuracion.umbrales);
  return items.map((item) => {
    const own = thresholds.filter(
      ([, { objetivo }]) => objetivo.tipo === 'coleccionable' && objetivo.id === item.id,
    );
    const active = own.filter(([, umbral]) => umbral.pausa === null);
    const lines = active
      .map(([id, umbral]) => lineOf(id, umbral, item))
      .filter((line) => line !== null)
      .sort((a, b) => a.distance - b.distance);
    const reasons = own.map(([, { pausa }]) => pausa);
    const reason = reasons.find((pausa) => pausa === 'plan') ?? reasons[0] ?? null;
    return { item, line: lines[0] ?? null, pausedBy: active.length === 0 ? reason : null };
  });
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
  const byName = (a: WatchRow, b: WatchRow) =>
    a.item.matchName.localeCompare(b.item.matchName, 'es');
  const orders: Record<WatchOrder, (a: WatchRow, b: WatchRow) => number> = {
    near: (a, b) => (a.line?.distance ?? 9) - (b.line?.distance ?? 9) || byName(a, b),
    change: (a, b) =>
      Math.abs(b.item.change24hBp ?? 0) - Math.abs(a.item.change24hBp ?? 0) || byName(a, b),
    name: byName,
  };
  return rows
    .filter(({ item }) => plain(`${item.matchName} ${item.name} ${item.category}`).includes(wanted))
    .filter(keeps[filter])
    .sort(orders[order]);
}

/** Without case or accents, as people search. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
