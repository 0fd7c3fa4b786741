/**
 * A worker's place among those that share a source. Behind it are a database session, which dies with the process,
 * so that nobody need wait for its shards; and a heartbeat, for a process that only stopped.
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
  /** How the market goes: as those go by who were there before, or as asked for where there were none. */
  readonly pace: PlaybackSettings;
  /** Rejects when others may take what this worker holds. */
  readonly lost: Promise<never>;
  /** Gives everything back at once. */
  leave(): Promise<void>;
}

/** Another process took over: whatever was in hand must not be written. */
export class FencingLost extends Error {}

/** After so long without a heartbeat others may take what a worker holds, even from a live session. */
const leaseSeconds = 5;
const beatEveryMs = 1_250;

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
  // Whoever works races against it; until then nobody may be surprised.
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
    const pace = await joinPlayback(session, { source, worker: id }, wanted);
    await session.query('commit');
    const beat = setInterval(() => {
      heartbeatWorker(session, id, leaseSeconds).then(
        (there) => there || fail(new FencingLost(`Worker ${id} was given up by the others.`)),
        // A lost session is reported through `lost`.
        () => {},
      );
    }, beatEveryMs);
    return {
      id,
      source,
      pace,
      lost,
      async leave() {
        clearInterval(beat);
        await unregisterWorker(session, id).catch(() => {});
        await session.end().catch(() => {});
      },
    };
  } catch (error) {
    await session.end().catch(() => {});
    throw error;
  }
}
