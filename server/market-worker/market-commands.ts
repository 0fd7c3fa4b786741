/** Orders to the market between processes, over channel `vigia_market`: whoever reads the source carries them out. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type MarketCommand, marketCommand } from '#contract/market-control.ts';
import { createClient, type Database } from '../db/pool.ts';

const channel = 'vigia_market';
/** Nobody reads the source if nobody answers within this: a dead reader is replaced sooner. */
const answerMs = 10_000;
/** Between two workers an order may fall on deaf ears: it is said again until somebody takes it. */
const sayAgainMs = 300;
/** An order that cannot be carried out is answered all the same. */
export const commandTimeoutMs = 60_000;

const message = z.union([
  z.object({ order: z.string(), command: marketCommand }),
  z.object({ taken: z.string() }),
  z.object({ done: z.string() }),
  /** For whoever may read the source after. */
  z.object({
    pace: z.object({ playing: z.boolean(), speed: z.union([z.number(), z.literal('max')]) }),
  }),
]);
export type MarketCommandMessage = z.infer<typeof message>;

/** @returns null for what is none of ours */
export function parseCommandMessage(payload: string): MarketCommandMessage | null {
  try {
    return z.safeParse(message, JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

export async function publishCommand(db: Database, said: MarketCommandMessage): Promise<void> {
  await db.query('select pg_notify($1, $2)', [channel, JSON.stringify(said)]);
}

/** Resolves once it is carried out, or it is clear that nobody does. */
export async function sendMarketCommand(
  databaseUrl: string,
  command: MarketCommand,
): Promise<void> {
  const client = createClient(databaseUrl);
  const order = randomUUID();
  let saying: NodeJS.Timeout | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const answered = new Promise<void>((resolve, reject) => {
    waiting = setTimeout(resolve, answerMs);
    client.on('error', reject);
    client.on('notification', ({ payload = '' }) => {
      const heard = parseCommandMessage(payload);
      if (heard === null) return;
      if ('done' in heard && heard.done === order) resolve();
      if (!('taken' in heard) || heard.taken !== order) return;
      clearInterval(saying);
      clearTimeout(waiting);
      waiting = setTimeout(resolve, commandTimeoutMs);
    });
    const say = () => publishCommand(client, { order, command }).catch(reject);
    const begin = async () => {
      await client.connect();
      await client.query(`listen ${channel}`);
      await say();
      saying = setInterval(say, sayAgainMs);
    };
    begin().catch(reject);
  });
  try {
    await answered;
  } finally {
    clearInterval(saying);
    clearTimeout(waiting);
    await client.end().catch(() => {});
  }
}
