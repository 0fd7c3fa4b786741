/** Market commands between processes over `vigia_market_commands`; the worker that reads the source executes them. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type MarketCommand, marketCommand } from '#contract/market-control.ts';
import type { Database } from '../db/pool.ts';
import { openSession } from '../db/session-connection.ts';
import { notifyNow } from '../db/wake-ups.ts';

const channel = 'vigia_market_commands';
/** Without an acceptance within this no worker reads the source: a dead reader is replaced sooner. */
const acceptTimeoutMs = 10_000;
/** Resent until a worker accepts it: while the reader changes, a notification reaches none. */
const resendEveryMs = 300;
/** After this a command counts as done even if it could not be executed. */
export const commandTimeoutMs = 60_000;

const message = z.union([
  z.object({ id: z.string(), command: marketCommand }),
  z.object({ accepted: z.string() }),
  z.object({ done: z.string() }),
  /** New settings, for the workers that may read the source later. */
  z.object({
    playback: z.object({ playing: z.boolean(), speed: z.union([z.number(), z.literal('max')]) }),
  }),
]);
export type MarketCommandMessage = z.infer<typeof message>;

/** @returns null for an unknown message */
export function parseCommandMessage(payload: string): MarketCommandMessage | null {
  try {
    return z.safeParse(message, JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/** @throws the database's error */
export const publishCommand = (db: Database, body: MarketCommandMessage): Promise<void> =>
  notifyNow(db, channel, JSON.stringify(body));

/** Sends a command; resolves once it is executed, or no worker accepted it in time. */
export async function sendMarketCommand(
  databaseSessionUrl: string,
  command: MarketCommand,
): Promise<void> {
  const id = randomUUID();
  const { promise: completed, resolve, reject } = Promise.withResolvers<void>();
  let resendTimer: NodeJS.Timeout | undefined;
  let timeout = setTimeout(resolve, acceptTimeoutMs);
  const onNotification = (_channel: string, payload: string) => {
    const received = parseCommandMessage(payload);
    if (received === null) return;
    if ('done' in received && received.done === id) resolve();
    if (!('accepted' in received) || received.accepted !== id) return;
    clearInterval(resendTimer);
    clearTimeout(timeout);
    timeout = setTimeout(resolve, commandTimeoutMs);
  };
  try {
    const session = await openSession(databaseSessionUrl, { channels: [channel], onNotification });
    try {
      let isSending = false;
      const send = async () => {
        // A connection takes one query at a time; on a slow database the next ones would pile up.
        if (isSending) return;
        isSending = true;
        await publishCommand(session.client, { id, command }).catch(reject);
        isSending = false;
      };
      resendTimer = setInterval(send, resendEveryMs);
      await send();
      await Promise.race([completed, session.lost]);
    } finally {
      clearInterval(resendTimer);
      await session.close();
    }
  } finally {
    clearTimeout(timeout);
  }
}
