/** What must hold once a soak has ended: every alert in one mail, every screen at the last prices, latencies within their goals. */
import { isDeepStrictEqual } from 'node:util';
import { type CrashHarness, groupByAlert, type MailWithAlerts } from './crash-harness.ts';
import type { GeneratedMarket } from './generate-market.ts';
import type { FromClients } from './soak-clients.ts';
import type { SoakLatencies } from './soak-latencies.ts';
import { percentile } from './soak-minutes.ts';
import type { SoakSize } from './soak-sizes.ts';
import { listStoredAlerts } from './stored-alerts.ts';

type Harness = Pick<CrashHarness, 'query'>;

export async function findAlertFaults(
  { query }: Harness,
  market: GeneratedMarket,
  mails: readonly MailWithAlerts[],
): Promise<string[]> {
  const faults: string[] = [];
  const [found, expected] = [await listStoredAlerts(query), market.expected()];
  if (!isDeepStrictEqual(found, expected))
    faults.push(`${found.length} alerts are not the ${expected.length} of the pure engine`);
  const fired = await query<{ alert: string }>(
    `select concat_ws('/', t.id, a.version, a.episode) as alert
       from alerts a join thresholds t on t.key = a.threshold_key`,
  );
  const { mailsOf, repeated } = groupByAlert(mails);
  const lost = fired.filter(({ alert }) => !mailsOf.has(alert)).length;
  const twice = [...mailsOf.values()].filter((ids) => ids.size > 1).length;
  if (lost > 0) faults.push(`${lost} alerts in no mail`);
  if (twice > 0) faults.push(`${twice} alerts in more than one mail`);
  if (repeated.length > 0) faults.push(`${repeated.length} mails arrived twice`);
  return faults;
}

/** @param clients as they are once the market has ended */
export async function findStreamFaults(
  { query }: Harness,
  { lost, failedScrolls, floors }: FromClients,
): Promise<string[]> {
  const rows = await query<{ id: string; floor_cents: number | null }>(
    'select id, floor_cents from collectibles',
  );
  const marketFloors = new Map(rows.map((row) => [row.id, row.floor_cents]));
  const stale = Object.entries(floors).filter(([id, values]) =>
    values.some((floor) => floor !== marketFloors.get(id)),
  );
  return [
    ...(lost > 0 ? [`${lost} streams ended`] : []),
    ...(failedScrolls > 0 ? [`${failedScrolls} changes of matches failed`] : []),
    ...(stale.length > 0 ? [`${stale.length} screens’ prices are not the last`] : []),
  ];
}

/** @returns a sentence for each latency whose p99 exceeds its goal */
export function findSlowness(latencies: SoakLatencies, goals: SoakSize['goals']): string[] {
  return (['mailSinceDue', 'stream'] as const).flatMap((what) => {
    const p99 = Math.round(percentile(latencies[what], 0.99));
    const goal = goals?.[what];
    return goal !== undefined && p99 > goal ? [`${what} p99 ${p99} ms, goal ${goal}`] : [];
  });
}
