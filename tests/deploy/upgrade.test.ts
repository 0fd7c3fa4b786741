/**
 * The previous release beside this one on one database, under load: processes are replaced one by one while the market
 * runs, and those of the previous release start again afterwards, as when an operator goes back.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Cluster, openCluster } from '#tests/faults/support/cluster.ts';
import {
  minReadingsApplied,
  play,
  saveThresholds,
  shardsByPid,
  waitForEnd,
  waitForReadingsApplied,
} from '#tests/faults/support/cluster-market.ts';
import { expectEachAlertInOneMail } from '#tests/faults/support/crash-harness.ts';
import { generateMarket } from '#tests/faults/support/generate-market.ts';
import { waitForCommandsApplied, waitUntil } from '#tests/faults/support/market-harness.ts';
import { queryRows } from '#tests/faults/support/stored-alerts.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';

/** Folder of the previous release's code with its packages: `npm run test:upgrade` prepares it. */
const { PREVIOUS_RELEASE: previous } = process.env;
const users = ['ana', 'bruno'];
const readingsPerSecond = 10;
const writeEveryMs = 200;

test.skipIf(previous === undefined)(
  'releases N and N+1 run together: alerts equal the backtest’s, each in one mail, and every write is answered',
  async () => {
    const market = generateMarket('upgrade', 1_500);
    const relay = await startRelay();
    const cluster = await openCluster(market, { smtpUrl: relay.url, isEmpty: true });
    const writes = new Map<number, number>();
    const stop = new AbortController();
    let writing: Promise<unknown> = Promise.resolve();
    try {
      const oldWorker = await cluster.start('worker', previous);
      const [secondOldWorker, oldMail, oldApi] = await Promise.all([
        cluster.start('worker', previous),
        cluster.start('mail', previous),
        cluster.start('api', previous),
      ]);
      const half = market.thresholds.length / 2;
      for (const [index, uid] of users.entries()) {
        await cluster.addUser(uid);
        const thresholds = market.thresholds.slice(index * half, (index + 1) * half);
        await saveThresholds(oldApi, await cluster.token(uid), thresholds);
      }
      await cluster.pool.query('update users set frecuencia = 1');
      await cluster.addUser('escritora');
      await waitForCommandsApplied(queryRows(cluster.pool));
      const factor = (market.gapMs / 1_000) * readingsPerSecond;
      // A worker that joins alone begins as it was started: paused.
      const playOld = () => commandOld(cluster, { action: 'speed', factor }, { action: 'play' });
      await playOld();

      const apis = [oldApi];
      const token = await cluster.token('escritora');
      writing = writeContinuously(apis, token, writes, stop.signal);
      const goesOn = async () =>
        waitForReadingsApplied(cluster, (await minReadingsApplied(cluster)) + 20);
      const ownsShards = (node: ServerProcess) =>
        waitUntil(async () => ((await shardsByPid(cluster)).get(node.pid) ?? 0) > 0);

      await goesOn();
      // The first process of the new release migrates the database under the previous one's load.
      const newApi = await cluster.start('api');
      apis.push(newApi);
      await goesOn();
      const newMail = await cluster.start('mail');
      const newWorker = await cluster.start('worker');
      await goesOn();
      await oldWorker.stop();
      await oldMail.stop();
      apis.shift();
      // As behind a proxy: no new request while the last one is answered and its connection closes.
      const answered = () => [...writes.values()].reduce((sum, count) => sum + count, 0);
      const before = answered();
      await waitUntil(async () => answered() > before);
      await oldApi.stop();
      await goesOn();
      await secondOldWorker.stop();
      await ownsShards(newWorker);
      await play(cluster, factor);
      await goesOn();
      // The way back.
      await newWorker.stop();
      const again = await cluster.start('worker', previous);
      const mailAgain = await cluster.start('mail', previous);
      await ownsShards(again);
      await playOld();
      await newMail.stop();
      await goesOn();
      expect(again.output()).not.toMatch(/market worker failed/);
      expect(mailAgain.output()).not.toMatch(/"level":(50|60)/);

      await commandOld(cluster, { action: 'speed', factor: 'max' });
      await waitForEnd(cluster);
      stop.abort();
      await writing;
      await waitUntil(async () => {
        const { rowCount } = await cluster.pool.query(
          `select 1 from alerts where channel_pending
           union all select 1 from deliveries where state <> 'sent'`,
        );
        return rowCount === 0;
      });
      const query = queryRows(cluster.pool);
      const { alerts, mails } = await expectEachAlertInOneMail({ query }, market, relay.received);
      expect([...writes.keys()].filter((status) => status !== 200)).toEqual([]);
      process.stdout.write(
        `upgrade and way back: ${alerts} alerts equal to the pure engine's, each in one of ${mails} mails; ` +
          `${writes.get(200)} writes, all answered 200\n`,
      );
    } finally {
      stop.abort();
      await writing;
      await cluster.close();
      await relay.close();
    }
  },
  900_000,
);

/** The previous release is told by notifications, which its reader answers by storing what it plays; one without a reader is lost. */
async function commandOld(
  { pool }: Pick<Cluster, 'pool'>,
  ...commands: readonly object[]
): Promise<void> {
  const ids = commands.map(() => randomUUID());
  const seen = async () => {
    for (const [index, command] of commands.entries())
      await pool.query(`select pg_notify('vigia_market_commands', $1)`, [
        JSON.stringify({ id: ids[index], command }),
      ]);
    const { rows } = await pool.query<{ playing: boolean; speed: number | null }>(
      'select playing, speed from sources',
    );
    const [row] = rows;
    return commands.every((command) =>
      'factor' in command ? (row?.speed ?? 'max') === command.factor : row?.playing === true,
    );
  };
  await waitUntil(seen);
}

/** Saves settings through each API process in turn. @param statuses counts answers by status */
async function writeContinuously(
  apis: readonly ServerProcess[],
  token: string,
  statuses: Map<number, number>,
  signal: AbortSignal,
): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const api = apis[turn % apis.length];
    if (api === undefined) return;
    const { status } = await fetch(`${api.origin}/api/users/config`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ partidos: [], frecuencia: 15 + (turn % 2) * 15, umbrales: {} }),
    });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, writeEveryMs));
  }
}
