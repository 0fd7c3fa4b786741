/** Several hosts: the first that accepts writes is used by pool and sessions, whatever the others do. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MuteProxy, startMuteProxy } from '#tests/faults/support/mute-proxy.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { toAppError } from '../errors.ts';
import { createPool } from './pool.ts';
import { NoPrimaryError } from './primary-locator.ts';
import { openSession } from './session-connection.ts';

const database = await openTestDatabase();
let first: MuteProxy;
let second: MuteProxy;

beforeEach(async () => {
  const { hostname: host, port } = new URL(database.url);
  first = await startMuteProxy({ host, port: Number(port) });
  second = await startMuteProxy({ host, port: Number(port) });
});
afterEach(async () => {
  await first.close();
  await second.close();
});

/** @param ports in order of preference */
function urlOf(...ports: readonly number[]): string {
  const url = new URL(database.url);
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return `postgres://${url.username}:${url.password}@${hosts}${url.pathname}?target_session_attrs=read-write`;
}

it('a host that answers nothing is passed over within one connect deadline, then known', async () => {
  first.pauseNew();
  const pool = createPool(urlOf(first.port, second.port));
  try {
    const startedAtMs = Date.now();
    await pool.query('select 1');
    expect(Date.now() - startedAtMs).toBeLessThan(10_000);
    const session = await openSession(urlOf(first.port, second.port));
    expect(second.openCount()).toBe(2);
    await session.close();
  } finally {
    await pool.end();
  }
});

it('without any host the error says so, and counts as unavailable', async () => {
  const pool = createPool(urlOf(first.port, second.port));
  await first.close();
  await second.close();
  try {
    const error = await pool.query('select 1').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoPrimaryError);
    // Of each host, for the operator.
    expect(String((error as NoPrimaryError).errors)).toMatch(/ECONNREFUSED.*ECONNREFUSED/);
    expect(toAppError(error).code).toBe('unavailable');
  } finally {
    await pool.end();
  }
});
