/** Writes the alert history as CSV, one line per alert. */
import type { AlertItem } from '#contract/alerts.ts';
import { toCsv } from '../csv.ts';

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

export function alertsToCsv(items: readonly AlertItem[]): string {
  const header = columns.map(([name]) => name);
  return toCsv(
    header,
    items.map((item) => columns.map(([, cellOf]) => cellOf(item))),
  );
}
