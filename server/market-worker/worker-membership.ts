/**
 * Membership of a worker: an advisory lock on a session of its own, released at once when the process dies, and a
 * heartbeat lease, for a process that hangs.
 */
import { hostname } from 'node:os';
import { settleWithin } from '../base/worker-loop/settle-within.ts';
import {
  heartbeatWorker,
  joinPlayback,
  notifyRebalance,
  registerWorker,
  unregisterWorker,
} from '../db/market/worker-leases.ts';
import { openSession } from '../db/session-connection.ts';
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
/** A dead connection does not keep the worker from starting again: its lease expires by itself. */
const leaveTimeoutMs = 1_000;

/**
 * Registers a worker and starts its heartbeat.
 * @param wanted playback settings, used when no other worker is there
 */
export async function joinWorkers(
  databaseSessionUrl: string,
  source: string,
  wanted: PlaybackSettings,
): Promise<Membership> {
  const session = await openSession(databaseSessionUrl);
  const { client } = session;
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // The worker races against it; until then a rejection must not count as unhandled.
  lost.catch(() => {});
  let heartbeat: NodeJS.Timeout | undefined;
  const fail = (error: unknown) => {
    // On a connection that answers no more, further ones would only queue behind the one that hangs.
    clearInterval(heartbeat);
    reject(error);
  };
  session.lost.catch(fail);
  try {
    await client.query('begin');
    const id = await registerWorker(client, {
      source,
      name: `${hostname()}:${process.pid}`,
      seconds: leaseSeconds,
    });
    const playback = await joinPlayback(client, { source, worker: id }, wanted);
    await client.query('commit');
    await notifyRebalance(client);
    // Monotonic: a jump of the wall clock must not look like a silence.
    let answeredAtMs = performance.now();
    let isWaiting = false;
    heartbeat = setInterval(() => {
      // Only an answer counts: on a network that drops packets, what is sent arrives nowhere and fails nowhere.
      if (performance.now() - answeredAtMs > leaseSeconds * 1_000)
        return fail(new FencingLostError(`The heartbeats of worker ${id} are not answered.`));
      if (isWaiting) return;
      isWaiting = true;
      heartbeatWorker(client, id, leaseSeconds)
        .then(
          (isRegistered) => {
            answeredAtMs = performance.now();
            if (!isRegistered) fail(new FencingLostError(`The lease of worker ${id} has expired.`));
          },
          // A lost session is reported through `lost` too.
          fail,
        )
        .finally(() => {
          isWaiting = false;
        });
    }, heartbeatEveryMs);
    return {
      id,
      source,
      playback,
      lost,
      async leave() {
        clearInterval(heartbeat);
        await settleWithin(unregisterWorker(client, id), leaveTimeoutMs);
        await session.close();
      },
    };
  } catch (error) {
    await session.close();
    throw error;
  }
}
