/** What the transport says before it hands over a mail, and how long it waits for the relay's answers. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClaimedMail } from '../../db/deliveries/claim-deliveries.ts';
import type { MailConfig } from './mail-config.ts';
import { RelayRefusedError } from './relay-errors.ts';
import { createSmtpTransport } from './smtp-transport.ts';

let server: SMTPServer;
let url: string;
/** The name in EHLO, of every session that came as far as MAIL FROM. */
let greetings: string[];
/** The relay answers RCPT TO once this resolves. */
let onRecipient: (sessionId: string) => Promise<unknown>;
beforeEach(async () => {
  greetings = [];
  onRecipient = async () => {};
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, session, done) => {
      greetings.push(String(session.hostNameAppearsAs));
      done();
    },
    onRcptTo: (_address, { id }, done) => void onRecipient(id).then(() => done()),
    onData: (stream, _session, done) => stream.resume().on('end', () => done()),
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.useRealTimers();
  await new Promise<void>((done) => server.close(() => done()));
});

const mail: ClaimedMail = {
  id: '00000000-0000-4000-8000-000000000000',
  uid: 'ana',
  kind: 'mail',
  cause: 'alert',
  channelId: null,
  to: 'ana@correo.example',
  subject: 'Aviso',
  text: 'Aviso',
  html: '<p>Aviso</p>',
  headers: {},
  attempts: 1,
  expiredClaims: 0,
  createdAt: new Date(),
  claimedAt: new Date(),
  owner: { estado: 'activo', wantsMail: true, quietHours: null, confirmed: true },
};

const open = (config: Partial<MailConfig>, maxConnections = 1) =>
  createSmtpTransport(
    {
      smtpUrl: url,
      requireTls: false,
      ehloName: null,
      from: 'a@vigia.example',
      dkim: null,
      ...config,
    },
    { maxConnections, silenceMs: 5_000 },
  );

async function send(config: Partial<MailConfig>): Promise<void> {
  const transport = open(config);
  try {
    await transport.send(mail);
  } finally {
    transport.close();
  }
}

it('greets with the configured name', async () => {
  await send({ ehloName: 'mail.vigia.example' });
  expect(greetings).toEqual(['mail.vigia.example']);
});

it('sends nothing to a relay that offers no STARTTLS, where TLS is required', async () => {
  await send({});
  expect(greetings).toHaveLength(1);
  const refused = send({ requireTls: true });
  await expect(refused).rejects.toThrow(RelayRefusedError);
  await expect(refused).rejects.toThrow(/STARTTLS/);
  expect(greetings).toHaveLength(1);
});
