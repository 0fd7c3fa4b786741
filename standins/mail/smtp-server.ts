/** SMTP server on loopback that delivers to the local mailbox. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { type Mailbox, openMailbox } from './mailbox.ts';

export interface SmtpStandin {
  readonly port: number;
  /** `smtp://127.0.0.1:<port>`, what nodemailer takes as its transport. */
  readonly url: string;
  readonly mailbox: Mailbox;
  close(): Promise<void>;
}

const maxMessageBytes = 10 * 1024 * 1024;

/** Listens on a free port. Replies 250 only once the mail is on disk. */
export async function startSmtpStandin({ dataDir }: { dataDir: string }): Promise<SmtpStandin> {
  const mailbox = await openMailbox(join(dataDir, 'mail'));
  const server = new SMTPServer({
    name: 'buzon.local',
    banner: 'Herramienta local',
    size: maxMessageBytes,
    rejectOversized: true,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'local' }),
    onData: (stream, session, done) => {
      receive(mailbox, stream, session).then((id) => done(null, `guardado como ${id}`), done);
    },
  });
  // Client disconnects are ignored; an 'error' event without a listener would end the process.
  server.on('error', () => undefined);

  const { port } = await new Promise<AddressInfo>((resolve, reject) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      if (address === null || typeof address === 'string') reject(new Error('SMTP: no port'));
      else resolve(address);
    });
    listening.once('error', reject);
  });

  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mailbox,
    async close() {
      await new Promise<void>((resolve) => server.close(resolve));
      await mailbox.close();
    },
  };

  async function receive(
    target: Mailbox,
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
  ): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const fault = target.takeFault();
    if (fault?.kind === 'refuse') {
      throw Object.assign(new Error('Fallo pedido en /__local/buzon/fallos'), {
        responseCode: fault.code,
      });
    }
    const { mailFrom, rcptTo } = session.envelope;
    const stored = await target.store({
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      raw: Buffer.concat(chunks),
    });
    if (fault?.kind === 'lose-reply') closeConnection(session);
    return stored.id;
  }

  /** Closes one session's connection before the reply is sent. */
  function closeConnection(session: SMTPServerSession): void {
    for (const connection of server.connections) {
      if (connection.session.id === session.id) connection._socket.destroy();
    }
  }
}
