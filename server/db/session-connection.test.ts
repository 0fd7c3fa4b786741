/** A session's connection through a proxy that goes mute: it is given up, and closing it does not wait. */
import { describe, expect, it, type TestContext } from 'vitest';
import { startMuteProxy } from '#tests/faults/support/mute-proxy.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createMetrics } from '../base/metrics.ts';
import { startListener } from './pg-listener.ts';
import { createPool } from './pool.ts';
import { openSession } from './session-connection.ts';

const database = await openTestDatabase();

async function openProxy({ onTestFinished }: TestContext) {
  const direct = new URL(database.url);
  const target = { host: direct.hostname, port: Number(direct.port) };
  const proxy = await startMuteProxy(target, onTestFinished);
  direct.port = String(proxy.port);
  return { muteOpen: proxy.muteOpen, url: direct.href };
}

// Each waits ten seconds: together.
describe.concurrent('a session that goes mute', () => {
  it('is lost within ten seconds when it listens, and closes within a second', async (context) => {
    const { muteOpen, url } = await openProxy(context);
    const session = await openSession(url, { channels: ['vigia_checks'] });
    const startedAtMs = Date.now();
    muteOpen();
    await expect(session.lost).rejects.toThrow(/does not receive its own notifications|timeout/);
    expect(Date.now() - startedAtMs).toBeLessThan(10_000);
    const closingAtMs = Date.now();
    await session.close();
    expect(Date.now() - closingAtMs).toBeLessThan(2_000);
  });

  it('is opened again by a listener, which reports the gap and receives what comes then', async (context) => {
    const { muteOpen, url } = await openProxy(context);
    const received: string[] = [];
    let connections = 0;
    const metrics = createMetrics();
    const readMetric = async (name: 'listenerConnected' | 'listenerConnectionsLost') =>
      (await metrics[name].get()).values.map(({ value, labels }) => [labels.channel, value]);
    const listener = startListener({
      databaseSessionUrl: url,
      channel: 'vigia_live',
      metrics,
      onPayload: (payload) => received.push(payload),
      onConnect: () => {
        connections += 1;
      },
      onFailure: () => {},
    });
    const { pool } = database;
    const send = (payload: string) => pool.query(`select pg_notify('vigia_live', $1)`, [payload]);
    await waitFor(async () => {
      await send('before');
      expect(received).toContain('before');
    });
    // Set once its first ping has arrived too.
    await waitFor(async () =>
      expect(await readMetric('listenerConnected')).toEqual([['vigia_live', 1]]),
    );
    expect(await readMetric('listenerConnectionsLost')).toEqual([]);
    muteOpen();
    await waitFor(async () =>
      expect(await readMetric('listenerConnectionsLost')).toEqual([['vigia_live', 1]]),
    );
    await waitFor(() => expect(connections).toBe(2));
    expect(await readMetric('listenerConnected')).toEqual([['vigia_live', 1]]);
    await send('after');
    await waitFor(() => expect(received).toContain('after'));
    await listener.close();
  });
});

describe.concurrent('a pool that goes mute', () => {
  it('fails a query within its timeout, and serves the next from a new connection', async (context) => {
    const { muteOpen, url } = await openProxy(context);
    const pool = createPool(url, { queryTimeoutMs: 3_000 });
    await pool.query('select 1');
    muteOpen();
    await expect(pool.query('select 1')).rejects.toThrow('Query read timeout');
    expect((await pool.query('select 2 as answer')).rows).toEqual([{ answer: 2 }]);
    await pool.end();
  });

  it('gives up waiting for a free connection after ten seconds', async (context) => {
    const { url } = await openProxy(context);
    const pool = createPool(url, { connections: 1 });
    const client = await pool.connect();
    const startedAtMs = Date.now();
    await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect');
    expect(Date.now() - startedAtMs).toBeLessThan(15_000);
    client.release();
    await pool.end();
  });
});
