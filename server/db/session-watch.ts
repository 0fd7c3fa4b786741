/**
 * Watches a session from a second connection, for statements that may take hours: behind a proxy that acknowledges and
 * carries nothing, neither TCP nor a deadline tells a long statement from one whose answer was lost. PostgreSQL does: it
 * knows whether the session is at work.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { settleWithin } from '../base/worker-loop/settle-within.ts';
import { openSession, type SessionConnection } from './session-connection.ts';

export interface SessionActivity {
  /** Since the watch began. */
  readonly runningMs: number;
  /** What its statement waits for, as in pg_stat_activity, such as `Lock`; null = nothing, or not known. */
  readonly waitEventType: string | null;
  /** How long PostgreSQL has not answered the watch. */
  readonly silentMs: number;
}

export interface SessionWatchOptions {
  readonly url: string;
  /** The session's server process. */
  readonly pid: number;
  /** First after ten seconds, then once a minute, and when PostgreSQL stops or begins to answer. */
  readonly onActivity: (activity: SessionActivity) => void;
}

export interface SessionWatch {
  /** Rejects once the session is not at work, though its client waits, or once nothing tells that it is. */
  readonly lost: Promise<never>;
  /** Takes a second or two at most. @param terminate ends the session's server process, which rolls back */
  close(options: { readonly terminate: boolean }): Promise<void>;
}

const checkEveryMs = 2_000;
/** Between two statements of a client that is well pass milliseconds. */
const idleSeconds = 5;
/** A database that is reachable but busy answers sooner; giving up would throw away the work of a long statement. */
const maxSilenceMs = 30_000;
const reportSilenceAfterMs = 10_000;
const firstReportAfterMs = 10_000;
const reportEveryMs = 60_000;
const terminateTimeoutMs = 2_000;
/** “Too many connections”: PostgreSQL is well, and has no room for the watch. */
const tooManyConnections = '53300';

export function watchSession({ url, pid, onActivity }: SessionWatchOptions): SessionWatch {
  const stop = new AbortController();
  const { promise: lost, reject: fail } = Promise.withResolvers<never>();
  // The caller races against it; until then a rejection must not count as unhandled.
  lost.catch(() => {});
  const startedAtMs = performance.now();
  let answeredAtMs = startedAtMs;
  let reportAtMs = startedAtMs + firstReportAfterMs;
  let wasSilent = false;
  let connection: SessionConnection | null = null;

  /** @throws when PostgreSQL does not answer */
  async function findActivity(): Promise<ActivityRow | null> {
    connection ??= await openSession(url, { name: 'vigia migration watch' });
    const { rows } = await connection.client.query<ActivityRow>(selectActivity, [pid]);
    return rows[0] ?? null;
  }

  function report(waitEventType: string | null): void {
    const now = performance.now();
    const silentMs = now - answeredAtMs;
    const isSilent = silentMs >= reportSilenceAfterMs;
    if (now < reportAtMs && isSilent === wasSilent) return;
    wasSilent = isSilent;
    reportAtMs = now + reportEveryMs;
    onActivity({ runningMs: now - startedAtMs, waitEventType, silentMs });
  }

  /** @throws once the session is lost */
  async function check(): Promise<void> {
    let activity: ActivityRow | null;
    try {
      activity = await findActivity();
    } catch (error) {
      const broken = connection;
      connection = null;
      await broken?.close();
      if (isTooManyConnections(error)) answeredAtMs = performance.now();
      report(null);
      if (performance.now() - answeredAtMs > maxSilenceMs) throw error;
      return;
    }
    answeredAtMs = performance.now();
    if (
      activity === null ||
      (activity.state !== 'active' && (activity.unchangedSeconds ?? 0) > idleSeconds)
    )
      throw new Error('Connection terminated: it carries nothing, and its session waits.');
    report(activity.waitEventType);
  }

  async function run(): Promise<void> {
    try {
      for (;;) {
        await delay(checkEveryMs, undefined, { signal: stop.signal });
        await check();
      }
    } catch (error) {
      fail(error);
    }
  }

  async function terminate(): Promise<void> {
    const own = await openSession(url, { name: 'vigia migration watch' });
    try {
      await own.client.query('select pg_terminate_backend($1)', [pid]);
    } finally {
      await own.close();
    }
  }

  const running = run();
  return {
    lost,
    async close(options) {
      stop.abort();
      if (options.terminate) await settleWithin(terminate(), terminateTimeoutMs);
      const ended = running.then(() => connection?.close());
      await settleWithin(ended, terminateTimeoutMs);
    },
  };
}

interface ActivityRow {
  /** null: the server does not track activities. */
  readonly state: string | null;
  readonly waitEventType: string | null;
  readonly unchangedSeconds: number | null;
}

const selectActivity = `
  select state, wait_event_type as "waitEventType",
         extract(epoch from clock_timestamp() - state_change)::double precision as "unchangedSeconds"
    from pg_stat_activity where pid = $1 and datname = current_database()`;

const isTooManyConnections = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === tooManyConnections;
