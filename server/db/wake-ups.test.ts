import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createPool } from './pool.ts';
import { openSession, type SessionConnection } from './session-connection.ts';
import { inTransaction } from './transaction.ts';
import { afterCommit, messagesSent, sendMessages, wakeUp } from './wake-ups.ts';

const { pool, url } = await openTestDatabase();
let session: SessionConnection;
let received: string[] = [];
beforeAll(async () => {
  session = await openSession(url, {
    channels: ['vigia_checks', 'vigia_readings', 'vigia_deliveries', 'vigia_live'],
    onNotification: (channel, payload) => received.push(`${channel} ${payload}`.trim()),
  });
  await pool.query('create table written (id integer)');
});
afterAll(async () => {
  await session.close();
});

const write = (db: pg.PoolClient | pg.Pool) => db.query('insert into written values (1)');
/** Everything received before a wake-up that is sent now. */
async function receiveAll(): Promise<string[]> {
  const before = received.filter((line) => line === 'vigia_readings end').length;
  wakeUp(pool, 'vigia_readings', 'end');
  await waitFor(() =>
    expect(received.filter((line) => line === 'vigia_readings end').length).toBeGreaterThan(before),
  );
  const all = received.filter((line) => line !== 'vigia_readings end');
  received = [];
  return all;
}

describe('a wake-up in a transaction', () => {
  it('is sent after the commit, once a channel, with the last payload', async () => {
    await inTransaction(pool, async (client) => {
      await write(client);
      wakeUp(client, 'vigia_checks');
      wakeUp(client, 'vigia_deliveries', '1');
      wakeUp(client, 'vigia_deliveries', '2');
      expect(await receiveAll()).toEqual([]);
    });
    await waitFor(() =>
      expect(received.toSorted()).toEqual(['vigia_checks', 'vigia_deliveries 2']),
    );
    expect((await receiveAll()).length).toBe(2);
  });

  it('is not sent after a rollback, nor with the next transaction of the connection', async () => {
    const failing = inTransaction(pool, async (client) => {
      wakeUp(client, 'vigia_checks');
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await inTransaction(pool, write);
    expect(await receiveAll()).toEqual([]);
  });
});

it('what follows a commit runs after it, and at once without a transaction', async () => {
  const ran: string[] = [];
  await inTransaction(pool, async (client) => {
    afterCommit(client, () => ran.push('committed'));
    expect(ran).toEqual([]);
  });
  afterCommit(pool, () => ran.push('at once'));
  expect(ran).toEqual(['committed', 'at once']);
});

describe('messages of a transaction', () => {
  it('are all sent after the commit, in order, whatever the number', async () => {
    const sent = Array.from({ length: 300 }, (_, index) => String(index));
    await inTransaction(pool, async (client) => {
      for (const payload of sent) sendMessages(client, 'vigia_live', [payload]);
      await messagesSent(pool);
      expect(await receiveAll()).toEqual([]);
    });
    await messagesSent(pool);
    expect(await receiveAll()).toEqual(sent.map((payload) => `vigia_live ${payload}`));
  });
});

it('a pool that is closed, or a lost database, throws nothing', async () => {
  const closed = createPool(url);
  await closed.end();
  wakeUp(closed, 'vigia_deliveries');
  expect(await receiveAll()).not.toContain('vigia_deliveries');
});
