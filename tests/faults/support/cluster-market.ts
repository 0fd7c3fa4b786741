/** What a cluster's market has done: shards, readings, thresholds and alerts, from its database. */
import { expect } from 'vitest';
import { updatePlayback } from '#server/db/market/sources.ts';
import type { PlaybackSettings } from '#server/market-model/playback-settings.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import type { Cluster } from './cluster.ts';
import { type TestThreshold, waitForCommandsApplied, waitUntil } from './market-harness.ts';
import { queryRows } from './stored-alerts.ts';

/** Number of owned shards by process id, from the workers' names. */
export async function shardsByPid({ pool }: Cluster): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ pid: number; shards: number }>(
    `select substring(w.name from '[0-9]+$')::integer as pid, count(*)::integer as shards
       from shards s join workers w on w.id = s.worker_id group by w.id`,
  );
  return new Map(rows.map(({ pid, shards }) => [pid, shards]));
}

export const waitForShards = (all: Cluster, node: ServerProcess, shards: number) =>
  waitUntil(async () => (await shardsByPid(all)).get(node.pid) === shards);

export async function minReadingsApplied({ pool }: Cluster): Promise<number> {
  const { rows } = await pool.query<{ min: number }>(
    'select min(readings_applied) as min from shards',
  );
  return rows[0]?.min ?? 0;
}

export const waitForReadingsApplied = (all: Cluster, count: number) =>
  waitUntil(async () => (await minReadingsApplied(all)) >= count);

export async function readerPid({ pool }: Cluster): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    `select substring(w.name from '[0-9]+$')::integer as pid
       from sources s join workers w on w.id = s.worker_id`,
  );
  return rows[0]?.pid ?? 0;
}

/** A recorded market of four months takes a minute at maximum speed, and minutes beside other work. */
export const waitForEnd = ({ pool }: Cluster) =>
  waitUntil(
    async () =>
      (
        await pool.query(
          `select 1 from sources
            where exhausted and (select min(last_reading_id) from shards) = (select max(id) from readings)`,
        )
      ).rowCount === 1,
    480_000,
  );

/** Its workers follow within a second. */
export const play = ({ pool }: Cluster, speed: PlaybackSettings['speed']) =>
  updatePlayback(pool, 'replay', { playing: true, speed });
export const pause = ({ pool }: Cluster) => updatePlayback(pool, 'replay', { playing: false });

/** Saves thresholds as the settings screen does. */
export async function saveThresholds(
  api: ServerProcess,
  token: string,
  thresholds: readonly TestThreshold[],
) {
  const umbrales = Object.fromEntries(
    thresholds.map(({ id, ...rule }) => [id, { ...rule, currency: 'USD' }]),
  );
  const response = await fetch(`${api.origin}/api/users/config`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ partidos: [], frecuencia: 60, umbrales }),
  });
  expect(response.status, await response.text()).toBe(200);
}

/** Saves half of the thresholds through each of two API processes, for two users, and waits until they are active. */
export async function saveHalves(
  all: Cluster,
  apis: [ServerProcess, ServerProcess],
  thresholds: TestThreshold[],
) {
  const half = Math.ceil(thresholds.length / 2);
  for (const [index, api] of apis.entries()) {
    const uid = ['ana', 'bruno'][index] ?? '';
    await all.addUser(uid);
    const own = thresholds.slice(index * half, (index + 1) * half);
    await saveThresholds(api, await all.token(uid), own);
  }
  await waitForCommandsApplied(queryRows(all.pool));
}
