/** Waits until a process listens to a channel: what is notified before is lost. */
import type pg from 'pg';
import { expect } from 'vitest';
import { waitFor } from './wait-for.ts';

/** Resolves once one connection listens: it is idle after its first ping; before, it may only be connected. */
export const waitForListener = (pool: pg.Pool, channel: string) =>
  waitFor(async () => {
    const { rowCount } = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and state = 'idle'
         and application_name = $1 and query like 'select pg_notify%'`,
      [`vigia listen ${channel}`],
    );
    expect(rowCount).toBe(1);
  });
