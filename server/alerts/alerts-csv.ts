/** Writes the alert history as CSV, one line per alert, a page at a time: twenty thousand at once would hold the process for half a second. */
import type { AlertItem } from '#contract/alerts.ts';
import { toCsv, toCsvLines } from '../base/csv.ts';

const columns: readonly (readonly [
  string,
  (item: AlertItem) => string | number | boolean | null,
])[] = [
  ['id', ({ id }) => id],
  ['thresholdId', ({ thresholdId }) => thresholdId],
  ['version', ({ version }) => version],
  ['episode', ({ episode }) => episode],
  ['targetKind', ({ target }) => target.kind],
  ['targetId', ({ target }) => target.id],
  ['targetCategory', ({ target }) => (target.kind === 'match' ? target.category : null)],
  ['collectibleId', ({ collectibleId }) => collectibleId],
  ['collectibleName', ({ collectibleName }) => collectibleName],
  ['category', ({ category }) => category],
  ['matchId', ({ matchId }) => matchId],
  ['matchName', ({ matchName }) => matchName],
  ['condition', ({ condition }) => condition],
  ['ruleValue', ({ ruleValue }) => ruleValue],
  ['bandBp', ({ bandBp }) => bandBp],
  ['valueCents', ({ valueCents }) => valueCents],
  ['previousCents', ({ previousCents }) => previousCents],
  ['currency', ({ currency }) => currency],
  ['observedAt', ({ observedAt }) => observedAt],
  ['createdAt', ({ createdAt }) => createdAt],
  ['already', ({ already }) => already],
  ['read', ({ read }) => read],
  ['deliveryState', ({ delivery }) => delivery.state],
  ['deliveryAttempts', ({ delivery }) => delivery.attempts],
  ['sentAt', ({ delivery }) => delivery.sentAt],
];

const exportRows = 20_000;
const pageRows = 500;

/** @param listPage alerts older than the one given, newest first */
export async function* alertsToCsv(
  listPage: (page: { limit: number; beforeId: number | null }) => Promise<readonly AlertItem[]>,
): AsyncGenerator<string> {
  let beforeId: number | null = null;
  let lines = toCsv(
    columns.map(([name]) => name),
    [],
  );
  for (let sent = 0; sent < exportRows; sent += pageRows) {
    const items: readonly AlertItem[] = await listPage({ limit: pageRows, beforeId });
    lines += toCsvLines(items.map((item) => columns.map(([, cellOf]) => cellOf(item))));
    yield lines;
    lines = '';
    const last = items.at(-1);
    if (last === undefined || items.length < pageRows) return;
    beforeId = Number(last.id);
  }
}
