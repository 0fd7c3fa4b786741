/** Pages of a user's thresholds: filtered, sorted and cut in memory, as a plan bounds how many there are. Pure. */
import type * as z from 'zod/mini';
import {
  type ThresholdItem,
  type ThresholdsPage,
  thresholdStatuses,
  type thresholdsQuery,
} from '#contract/thresholds.ts';
import { foldAccents } from '#domain/search-text.ts';
import { AppError } from '../../errors.ts';

type Query = Omit<z.output<typeof thresholdsQuery>, 'formato'>;

/** @param items newest first @throws AppError `invalid_request` for a cursor of another list */
export function pageOfThresholds(items: readonly ThresholdItem[], query: Query): ThresholdsPage {
  const words = normalize(query.q ?? '')
    .split(' ')
    .filter((word) => word !== '');
  const found = items.filter(
    (item) =>
      (query.match === undefined || item.partidoId === query.match) &&
      (query.condition === undefined || item.umbral.condicion === query.condition) &&
      words.every((word) => textOf(item).includes(word)),
  );
  const inStatus = found.filter(
    ({ estado }) => query.status === undefined || estado.status === query.status,
  );
  // The sort is stable: the newest first among equals.
  const sorted = inStatus.toSorted(orders[query.sort]);
  const start = query.cursor === undefined ? 0 : indexAfter(sorted, query.cursor);
  const page = sorted.slice(start, start + query.limit);
  const last = page.at(-1);
  const more = start + query.limit < sorted.length;
  return {
    items: page,
    nextCursor: more && last !== undefined ? toCursor(last.id) : null,
    porEstado: countByStatus(found),
  };
}

const names = new Intl.Collator('es', { numeric: true, sensitivity: 'base' });

type Order = (a: ThresholdItem, b: ThresholdItem) => number;

// Without a distance last, and what evaluates nothing after what does.
const byDistance: Order = (a, b) =>
  rank(a) - rank(b) || (a.distanciaBp ?? 0) - (b.distanciaBp ?? 0);

const orders: Readonly<Record<Query['sort'], Order>> = {
  created: () => 0,
  match: (a, b) =>
    names.compare(a.partido, b.partido) || names.compare(a.parte ?? '', b.parte ?? ''),
  distance: byDistance,
  status: (a, b) =>
    statusOrder.indexOf(a.estado.status) - statusOrder.indexOf(b.estado.status) || byDistance(a, b),
};

/** What has fired first, what evaluates nothing last. */
const statusOrder: readonly ThresholdItem['estado']['status'][] = [
  'cruzado',
  'vigilando',
  'activando',
  'silenciado',
  'pausado',
  'cerrado',
];

function rank({ estado, distanciaBp }: ThresholdItem): number {
  const evaluates = ['vigilando', 'cruzado', 'activando'].includes(estado.status);
  return (evaluates ? 0 : 2) + (distanciaBp === null ? 1 : 0);
}

const countByStatus = (items: readonly ThresholdItem[]): ThresholdsPage['porEstado'] =>
  Object.fromEntries(
    thresholdStatuses.options.map((status) => [
      status,
      items.filter(({ estado }) => estado.status === status).length,
    ]),
  ) as ThresholdsPage['porEstado'];

const normalize = (text: string) => foldAccents(text).replace(/\s+/g, ' ').trim();

const textOf = ({ partido, parte, id, umbral }: ThresholdItem) =>
  normalize(`${partido} ${parte ?? ''} ${id} ${umbral.nota ?? ''}`);

const toCursor = (id: string) => Buffer.from(id).toString('base64url');

/** A threshold that left the list since ends it, rather than starting it again. */
function indexAfter(items: readonly ThresholdItem[], cursor: string): number {
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  if (toCursor(id) !== cursor)
    throw new AppError('invalid_request', 'El cursor no es de esta lista.');
  const index = items.findIndex((item) => item.id === id);
  return index === -1 ? items.length : index + 1;
}
