/** SMTP server on loopback that delivers to the local mailbox. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { type Mailbox, openMailbox } from './mailbox.ts';

export interface SmtpStandin {
  /** `smtp://127.0.0.1:<port>`, what nodemailer takes as its transport. */
  readonly url: string;
  readonly mailbox: Mailbox;
  close(): Promise<void>;
}

const maxMessageBytes = 10 * 1024 * 1024;

/** Listens on a free port. Replies 250 only once the mail is stored. */
export async function startSmtpStandin({ dataDir }: { dataDir: string }): Promise<SmtpStandin> {
  const mailbox = openMailbox(dataDir);
  const server = new SMTPServer({
    name: 'buzon.local',
    banner: 'Herramienta local',
    size: maxMessageBytes,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const from = mailFrom ? mailFrom.address : '';
      const to = rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((raw) => mailbox.store({ from, to, raw }))
        .then((id) => done(null, `guardado como ${id}`), done);
    },
  });
  // Client disconnects are ignored; an 'error' event without a listener would end the process.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailbox,
    async close() {
      await new Promise<void>((resolve) => server.close(resolve));
      mailbox.close();
    },
  };
}
