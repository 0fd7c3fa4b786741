/** Pages of a user's thresholds: filtered, sorted and cut in memory, as a plan bounds how many there are. Pure. */
import type * as z from 'zod/mini';
import {
  type ThresholdItem,
  type ThresholdsPage,
  thresholdStatuses,
  type thresholdsQuery,
} from '#contract/thresholds.ts';
import { foldCaseAndAccents } from '#domain/fold-case-and-accents.ts';
import { collator } from '#domain/intl-formats.ts';
import { pageOf } from '../base/page-of.ts';

type Query = Omit<z.output<typeof thresholdsQuery>, 'format'>;

/** @param items newest first @throws AppError `invalid_request` for a cursor of another list */
export function pageOfThresholds(items: readonly ThresholdItem[], query: Query): ThresholdsPage {
  const words = normalize(query.q ?? '')
    .split(' ')
    .filter((word) => word !== '');
  const found = items.filter(
    (item) =>
      (query.match === undefined || item.matchId === query.match) &&
      (query.condition === undefined || item.threshold.condition === query.condition) &&
      words.every((word) => textOf(item).includes(word) || item.url?.toLowerCase() === word),
  );
  const inStatus = found.filter(
    ({ state }) => query.status === undefined || state.status === query.status,
  );
  // The sort is stable: the newest first among equals.
  const sorted = inStatus.toSorted(orders[query.sort]);
  return {
    ...pageOf(sorted, ({ id }) => id, query),
    byStatus: countByStatus(found),
  };
}

const names = collator({ numeric: true, sensitivity: 'base' });

type Order = (a: ThresholdItem, b: ThresholdItem) => number;

// Without a distance last, and what evaluates nothing after what does.
const byDistance: Order = (a, b) => rank(a) - rank(b) || (a.distanceBp ?? 0) - (b.distanceBp ?? 0);

const orders: Readonly<Record<Query['sort'], Order>> = {
  created: () => 0,
  match: (a, b) =>
    names.compare(a.matchName, b.matchName) || names.compare(a.part ?? '', b.part ?? ''),
  distance: byDistance,
  status: (a, b) =>
    statusOrder.indexOf(a.state.status) - statusOrder.indexOf(b.state.status) || byDistance(a, b),
};

/** What has fired first, what evaluates nothing last. */
const statusOrder: readonly ThresholdItem['state']['status'][] = [
  'crossed',
  'watching',
  'starting',
  'snoozed',
  'paused',
  'closed',
];

function rank({ state, distanceBp }: ThresholdItem): number {
  const evaluates = ['watching', 'crossed', 'starting'].includes(state.status);
  return (evaluates ? 0 : 2) + (distanceBp === null ? 1 : 0);
}

const countByStatus = (items: readonly ThresholdItem[]): ThresholdsPage['byStatus'] =>
  Object.fromEntries(
    thresholdStatuses.options.map((status) => [
      status,
      items.filter(({ state }) => state.status === status).length,
    ]),
  ) as ThresholdsPage['byStatus'];

const normalize = (text: string) => foldCaseAndAccents(text).replace(/\s+/g, ' ').trim();

const textOf = ({ matchName, part, id, threshold }: ThresholdItem) =>
  normalize(`${matchName} ${part ?? ''} ${id} ${threshold.note ?? ''}`);
