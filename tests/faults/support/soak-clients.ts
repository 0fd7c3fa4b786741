/** Live stream clients of the soak, which record when each price arrived. */
import { createParser } from 'eventsource-parser';
import { pricesEvent } from '#contract/live-stream.ts';
import { signUp } from './api-user.ts';

/** Arrival of a price at a client. */
export interface Receipt {
  /** Market time, milliseconds. */
  readonly observedAtMs: number;
  readonly receivedAtMs: number;
}

export interface SoakClients {
  /** Receipts since the last call. */
  drainReceipts(): Receipt[];
  /** Number of streams that ended unexpectedly. */
  lostCount(): number;
  close(): void;
}

const streamsPerUser = 3;

/** Resolves once every stream has received its snapshot, which is not counted. @throws if a stream does not open */
export async function openSoakClients(origin: string, streams: number): Promise<SoakClients> {
  const closing = new AbortController();
  let receipts: Receipt[] = [];
  let lostCount = 0;
  const open = async (token: string) => {
    const { body } = await fetch(`${origin}/api/monitoring/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: closing.signal,
    });
    if (body === null) throw new Error('a stream did not open');
    let isFirst = true;
    const { promise: began, resolve } = Promise.withResolvers<void>();
    const parser = createParser({
      onEvent({ event, data }) {
        if (event !== 'prices') return;
        const receivedAtMs = Date.now();
        if (!isFirst)
          for (const { observedAt } of pricesEvent.parse(JSON.parse(data)).items)
            receipts.push({ observedAtMs: Date.parse(observedAt), receivedAtMs });
        isFirst = false;
        resolve();
      },
    });
    const read = async () => {
      const decoder = new TextDecoder();
      for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
    };
    const ended = () => {
      if (!closing.signal.aborted) lostCount += 1;
    };
    read().then(ended, ended);
    await began;
  };
  for (let index = 0; index * streamsPerUser < streams; index += 1) {
    const { token } = await signUp(origin, `lector${index}@correo.example`);
    const own = Math.min(streamsPerUser, streams - index * streamsPerUser);
    await Promise.all(Array.from({ length: own }, () => open(token)));
  }
  return {
    drainReceipts() {
      const drained = receipts;
      receipts = [];
      return drained;
    },
    lostCount: () => lostCount,
    close: () => closing.abort(),
  };
}
