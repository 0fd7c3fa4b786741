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

/** Where the relay refuses us; null: it never answers there. `tls`: it offers STARTTLS, with a self-signed certificate. */
export type Refusal =
  | { readonly at: 'greeting' | 'auth' | 'sender' | 'recipient'; readonly reply: string | null }
  | { readonly at: 'tls' };

export interface Relay {
  readonly url: string;
  readonly received: Received[];
  /** Replies to the next deliveries; afterwards 250 again. */
  answerNext(...answers: Answer[]): void;
  /** Reply to every delivery to an address, from now on. */
  answerTo(address: string, answer: Answer): void;
  /** Every connection from now on; null = accepts again. */
  refuse(refusal: Refusal | null): void;
  /** Reply to RCPT TO with this address, from now on; null = accepts again. */
  refuseRecipient(address: string, reply: string | null): void;
  /** Connections so far. */
  readonly connectionCount: () => number;
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
  let refusal: Refusal | null = null;
  let connections = 0;
  /** The reply's first three characters are its code. */
  const toError = (reply: string): Error =>
    Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
  /** Answers a command as the refusal says, or not at all. @param accept when it is not refused */
  const answerAt = (at: Refusal['at'], refuse: (error: Error) => void, accept: () => void) => {
    if (refusal?.at !== at || !('reply' in refusal)) accept();
    else if (refusal.reply !== null) refuse(toError(refusal.reply));
  };
  const refusedRecipients = new Map<string, string>();
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    // Connections left silent on purpose do not delay the end of a test.
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections += 1;
      answerAt('greeting', done, done);
    },
    onAuth: ({ username }, _session, done) => {
      answerAt('auth', done, () => done(null, { user: username ?? 'vigia' }));
    },
    onMailFrom: (_address, _session, done) => answerAt('sender', done, done),
    onRcptTo: ({ address }, _session, done) => {
      const reply = refusedRecipients.get(address);
      if (reply !== undefined) done(toError(reply));
      else answerAt('recipient', done, done);
    },
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
    refuse(next) {
      refusal = next;
      server.options.disabledCommands = next?.at === 'tls' ? [] : ['STARTTLS'];
    },
    refuseRecipient(address, reply) {
      if (reply === null) refusedRecipients.delete(address);
      else refusedRecipients.set(address, reply);
    },
    connectionCount: () => connections,
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
