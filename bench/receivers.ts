/**
 * Mail relay and HTTP server that stand for receivers of all kinds: they accept everything at once. A process of its own, so
 * it is not measured; sends its ports, then the kind and the time of each arrival.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Arrival {
  readonly kind: string;
  /** Milliseconds since the epoch, with fractions. */
  readonly atMs: number;
}

function arrived(kind: string): void {
  const arrival: Arrival = { kind, atMs: performance.timeOrigin + performance.now() };
  process.send?.(arrival);
}

const relay = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData: (stream, _session, done) => {
    stream.resume();
    stream.on('end', () => {
      arrived('mail');
      done();
    });
  },
});
// Connections reset at the end of the measurement are expected.
relay.on('error', () => {});
const web = createServer((request, response) => {
  arrived(request.url?.split('/')[1] ?? '');
  request.resume();
  request.on('end', () => response.writeHead(201).end('{}'));
});

const portOf = async (server: Server) => {
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
process.on('disconnect', () => process.exit());
process.send?.(
  await Promise.all([portOf(relay.listen(0, '127.0.0.1')), portOf(web.listen(0, '127.0.0.1'))]),
);
