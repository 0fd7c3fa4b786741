/** Live stream clients of the soak, in a process of their own (`soak-clients-process.ts`). */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A stream to open. */
export interface SoakStream {
  readonly token: string;
  /** Its own name for it. */
  readonly id: string;
  /** Whose prices it asks for; null = every match. */
  readonly matches: readonly string[] | null;
  /** Its prices are parsed and recorded; the others' are only read. */
  readonly isRecorded: boolean;
}

/** Arrival of a price at a client. */
export interface Receipt {
  /** Market time, milliseconds. */
  readonly observedAtMs: number;
  readonly receivedAtMs: number;
}

/** What the process is told. */
export type ToClients =
  | { readonly open: readonly SoakStream[]; readonly origin: string }
  | { readonly scroll: ScrollOptions }
  | { readonly drain: true };

export interface ScrollOptions {
  readonly perSecond: number;
  readonly matches: readonly string[];
}

/** What it answers. */
export interface FromClients {
  readonly receipts: readonly Receipt[];
  /** Since the last answer: the longest it read and wrote without a pause, and its processor time. */
  readonly longestReadMs: number;
  readonly cpuSeconds: number;
  /** Streams that ended, and changes of matches that failed. */
  readonly lost: number;
  readonly failedScrolls: number;
  readonly scrolls: number;
  /** The last price of each collectible, as the recorded clients have it: more than one where they differ. */
  readonly floors: Readonly<Record<string, readonly (number | null)[]>>;
}

export interface SoakClients {
  /** So many clients a second, which are not recorded, begin to look at half as many other matches. */
  scroll(options: ScrollOptions): void;
  /** Receipts since the last call, and the state of the clients. */
  drain(): Promise<FromClients>;
  close(): Promise<void>;
}

/** Resolves once every stream is open. @throws if one does not open */
export async function openSoakClients(
  origin: string,
  streams: readonly SoakStream[],
): Promise<SoakClients> {
  const child = fork(fileURLToPath(new URL('./soak-clients-process.ts', import.meta.url)));
  const exited = once(child, 'exit');
  const send = (message: ToClients) => child.send(message);
  const ask = async (message: ToClients): Promise<FromClients> => {
    const answered = once(child, 'message');
    send(message);
    const ended = exited.then(() => {
      throw new Error('the clients’ process ended');
    });
    const [answer] = await Promise.race([answered, ended]);
    return answer;
  };
  await ask({ open: streams, origin });
  return {
    scroll: (scroll) => void send({ scroll }),
    drain: () => ask({ drain: true }),
    async close() {
      child.disconnect();
      await exited;
    },
  };
}
