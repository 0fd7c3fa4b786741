/**
 * TCP proxy that can go mute: connections that are open stay open and carry nothing any more, in either direction, while
 * new ones are served or wait for an answer. No FIN, no RST: what a dropped NAT entry or a hung proxy looks like.
 */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface MuteProxy {
  readonly port: number;
  /** Connections open now. */
  openCount(): number;
  /** The open connections carry nothing from now on. */
  muteOpen(): void;
  /** New connections are accepted and get no answer, until `resumeNew`. */
  pauseNew(): void;
  resumeNew(): void;
  close(): void;
}

/** It ends with the test. @param atEnd of one that runs beside others: its own `onTestFinished` */
export async function startMuteProxy(
  target: { readonly host: string; readonly port: number },
  atEnd: (close: () => void) => void = onTestFinished,
): Promise<MuteProxy> {
  const open = new Set<{ readonly client: Socket; readonly upstream: Socket }>();
  const waiting = new Set<Socket>();
  let isNewPaused = false;
  const server = createServer((client) => {
    client.on('error', () => {});
    if (isNewPaused) {
      waiting.add(client);
      return;
    }
    const upstream = connect(target);
    upstream.on('error', () => client.destroy());
    const pair = { client, upstream };
    open.add(pair);
    client.pipe(upstream);
    upstream.pipe(client);
    client.on('close', () => {
      open.delete(pair);
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  });
  const close = () => {
    for (const { client, upstream } of open) {
      client.destroy();
      upstream.destroy();
    }
    for (const client of waiting) client.destroy();
    server.close();
  };
  atEnd(close);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    openCount: () => open.size,
    muteOpen() {
      for (const { client, upstream } of open) {
        client.unpipe(upstream);
        upstream.unpipe(client);
        client.pause();
        upstream.pause();
      }
    },
    pauseNew() {
      isNewPaused = true;
    },
    resumeNew() {
      isNewPaused = false;
      for (const client of waiting) client.destroy();
      waiting.clear();
    },
    close,
  };
}
