/** Real SMTP relay on loopback for tests, with scripted replies. */
import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Received {
  readonly to: readonly string[];
  /** When the message had been received completely. */
  readonly receivedAtMs: number;
  readonly raw: string;
  readonly mail: Email;
}

/** Reply to one delivery: 250, an error code, or the connection cut before / cut after / silent after the mail is stored. */
export type Answer = 250 | number | 'cut' | 'keep and cut' | 'keep and say nothing';

export interface Relay {
  readonly url: string;
  readonly received: Received[];
  /** Replies to the next deliveries; afterwards 250 again. */
  answerNext(...answers: Answer[]): void;
  /** Reply to every delivery to an address, from now on. */
  answerTo(address: string, answer: Answer): void;
  /** Resolves once so many mails are stored. */
  waitForMails(count: number): Promise<void>;
  /** Delays the reply to every later delivery until released; `reached` resolves with the first. */
  pauseReplies(): { readonly reached: Promise<void>; release(): void };
  close(): Promise<void>;
}

/** @param port to restart on the same port; absent = any free one */
export async function startRelay({ port = 0 }: { readonly port?: number } = {}): Promise<Relay> {
  const received: Received[] = [];
  const answers: Answer[] = [];
  const answersTo = new Map<string, Answer>();
  let waiting: { count: number; resolve: () => void }[] = [];
  let pause: { arrived: () => void; open: Promise<void> } | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, session, done) => {
      const work = async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        const receivedAtMs = Date.now();
        pause?.arrived();
        await pause?.open;
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const answer = answersTo.get(to[0] ?? '') ?? answers.shift() ?? 250;
        const cut = () => {
          for (const connection of server.connections)
            if (connection.session.id === session.id) connection._socket.destroy();
        };
        if (answer === 'cut') return cut();
        if (typeof answer === 'number' && answer >= 400)
          return done(Object.assign(new Error('scripted reply'), { responseCode: answer }));
        const raw = Buffer.concat(chunks);
        received.push({
          to,
          receivedAtMs,
          raw: raw.toString('utf8'),
          mail: await PostalMime.parse(raw),
        });
        if (answer === 'keep and cut') cut();
        else if (answer !== 'keep and say nothing') done();
        waiting = waiting.filter(({ count, resolve }) => {
          if (received.length >= count) resolve();
          return received.length < count;
        });
      };
      work().catch(done);
    },
  });
  server.on('error', () => {});
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('no loopback port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    answerNext: (...next) => void answers.push(...next),
    answerTo: (address, answer) => void answersTo.set(address, answer),
    waitForMails: (count) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    pauseReplies() {
      let arrived = () => {};
      let release = () => {};
      const reached = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const open = new Promise<void>((resolve) => {
        release = resolve;
      });
      pause = { arrived, open };
      return {
        reached,
        release: () => {
          pause = null;
          release();
        },
      };
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
