/** A connection that PostgreSQL ends right after its start fails its queries, and never the process. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { PrimaryClient } from './client.ts';
import { createPool } from './pool.ts';

function packet(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test('an error before anyone listens is nobody’s', () => {
  expect(() =>
    new PrimaryClient().emit('error', new Error('terminating connection')),
  ).not.toThrow();
});

test('“ready” and “terminating connection” in one packet fail the query', async () => {
  const ended = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () =>
      socket.end(
        Buffer.concat([
          packet('R', Buffer.alloc(4)),
          packet('Z', Buffer.from('I')),
          packet('E', Buffer.from(ended)),
        ]),
      ),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = createPool(`postgres://vigia@127.0.0.1:${port}/vigia`);
  try {
    await expect(pool.query('select 1')).rejects.toThrow();
  } finally {
    await pool.end();
    server.close();
    await once(server, 'close');
  }
});
