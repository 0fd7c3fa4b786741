/**
 * Membership of a worker: an advisory lock on a session of its own, released at once when the process dies, and a
 * heartbeat lease, for a process that hangs.
 */
import { hostname } from 'node:os';
import {
  heartbeatWorker,
  joinPlayback,
  registerWorker,
  unregisterWorker,
} from '../db/market/worker-leases.ts';
import { createClient } from '../db/pool.ts';
import type { PlaybackSettings } from '../market-model/playback-settings.ts';

export interface Membership {
  /** The worker's number. */
  readonly id: number;
  readonly source: string;
  /** The settings of the workers already there, else those passed to `joinWorkers`. */
  readonly playback: PlaybackSettings;
  /** Rejects when other workers may claim what this worker owns. */
  readonly lost: Promise<never>;
  /** Releases everything at once. */
  leave(): Promise<void>;
}

/** Another worker took over: nothing of the current work may be written. */
export class FencingLostError extends Error {}

/** Without a heartbeat for this long other workers may claim what a worker owns, even from a live session. */
const leaseSeconds = 5;
const heartbeatEveryMs = 1_250;

/**
 * Registers a worker and starts its heartbeat.
 * @param wanted playback settings, used when no other worker is there
 */
export async function joinWorkers(
  databaseUrl: string,
  source: string,
  wanted: PlaybackSettings,
): Promise<Membership> {
  const session = createClient(databaseUrl);
  let fail: (error: Error) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // The worker races against it; until then a rejection must not count as unhandled.
  lost.catch(() => {});
  session.on('error', fail);
  session.on('end', () => fail(new Error('The worker’s session ended.')));
  await session.connect();
  try {
    await session.query('begin');
    const id = await registerWorker(session, {
      source,
      name: `${hostname()}:${process.pid}`,
      seconds: leaseSeconds,
    });
    const playback = await joinPlayback(session, { source, worker: id }, wanted);
    await session.query('commit');
    const heartbeat = setInterval(() => {
      heartbeatWorker(session, id, leaseSeconds).then(
        (isRegistered) =>
          isRegistered || fail(new FencingLostError(`The lease of worker ${id} has expired.`)),
        // A lost session is reported through `lost`.
        () => {},
      );
    }, heartbeatEveryMs);
    return {
      id,
      source,
      playback,
      lost,
      async leave() {
        clearInterval(heartbeat);
        await unregisterWorker(session, id).catch(() => {});
        await session.end().catch(() => {});
      },
    };
  } catch (error) {
    await session.end().catch(() => {});
    throw error;
  }
}
