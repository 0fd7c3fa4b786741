/** People who keep the live stream open for as long as a soak lasts, and note when each price reached them. */
import { createParser } from 'eventsource-parser';
import { pricesEvent } from '#contract/live-stream.ts';
import { signUp } from './api-user.ts';

/** A price that reached a reader. */
export interface Receipt {
  /** Market time, milliseconds. */
  readonly observedAtMs: number;
  readonly receivedAtMs: number;
}

export interface SoakClients {
  /** What came since this was last asked. */
  take(): Receipt[];
  /** Streams that ended by themselves: there should be none. */
  lost(): number;
  close(): void;
}

const streamsPerPerson = 3;

/** Resolves once every stream has had its first prices, which are old and not counted. */
export async function openReaders(origin: string, streams: number): Promise<SoakClients> {
  const leaving = new AbortController();
  let receipts: Receipt[] = [];
  let lost = 0;
  const open = async (token: string) => {
    const { body } = await fetch(`${origin}/api/monitoring/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    });
    if (body === null) throw new Error('a stream did not open');
    let isFirst = true;
    const { promise: began, resolve } = Promise.withResolvers<void>();
    const parser = createParser({
      onEvent({ event, data }) {
        if (event !== 'prices') return;
        const receivedAtMs = Date.now();
        if (!isFirst)
          for (const { observedAt: observedAtMs } of pricesEvent.parse(JSON.parse(data)).items)
            receipts.push({ observedAtMs: Date.parse(observedAtMs), receivedAtMs });
        isFirst = false;
        resolve();
      },
    });
    const read = async () => {
      const decoder = new TextDecoder();
      for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
    };
    const ended = () => {
      if (!leaving.signal.aborted) lost += 1;
    };
    read().then(ended, ended);
    await began;
  };
  for (let person = 0; person * streamsPerPerson < streams; person += 1) {
    const { token } = await signUp(origin, `lector${person}@correo.example`);
    const own = Math.min(streamsPerPerson, streams - person * streamsPerPerson);
    await Promise.all(Array.from({ length: own }, () => open(token)));
  }
  return {
    take() {
      const taken = receipts;
      receipts = [];
      return taken;
    },
    lost: () => lost,
    close: () => leaving.abort(),
  };
}
