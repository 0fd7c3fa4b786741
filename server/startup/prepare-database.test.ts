/** The wait for a database before the start: what waiting mends and what it does not, and a stop meanwhile. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, openTestDatabase } from '#tests/support/database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import type { DatabaseUrls } from '../db/assert-sessions-work.ts';
import { type DatabaseWaitHandlers, prepareDatabase } from './prepare-database.ts';
import { StartError } from './start-fault.ts';

const { url } = await openTestDatabase();

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
});
afterEach(() => stop.abort());

function prepare(of: string | DatabaseUrls, handlers: Partial<DatabaseWaitHandlers> = {}) {
  const urls = typeof of === 'string' ? { databaseUrl: of, databaseSessionUrl: of } : of;
  const silent = { onAway: vi.fn(), onWaiting: vi.fn(), onMigrating: vi.fn() };
  return prepareDatabase(urls, { ...silent, ...handlers, signal: stop.signal });
}
const withDatabase = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

it('one that does not exist is one sentence, as waiting creates none', async () => {
  const onAway = vi.fn();
  const error = await prepare(withDatabase('ninguna'), { onAway }).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({
    message: 'En el servidor de DATABASE_URL no existe esa base de datos.',
    cause: { code: '3D000' },
  });
  expect(onAway).not.toHaveBeenCalled();
});

it('two addresses that lead to two databases are one sentence', async () => {
  const other = await createTestDatabase();
  const urls = { databaseUrl: url, databaseSessionUrl: other.url };
  const error = await prepare(urls).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({
    message: expect.stringContaining('no llevan a la misma base de datos'),
  });
  await other.drop();
});

/** Stands for the database's host at a port of its own. */
async function listen(onConnection: (socket: Socket) => void, port = 0): Promise<Server> {
  const server = createServer(onConnection).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
/** To the real one. */
function passOn(client: Socket) {
  const { hostname, port } = new URL(url);
  const upstream = connect(Number(port), hostname);
  for (const socket of [client, upstream]) socket.on('error', () => {});
  client.pipe(upstream).pipe(client);
}
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const at = (port: number) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
const close = (server: Server) => new Promise((done) => server.close(done));

it('one that is away is told of once, waited for, and used when it is there', async () => {
  const probe = await listen(() => {});
  const port = portOf(probe);
  await close(probe);
  const onAway = vi.fn();
  const prepared = prepare(at(port), { onAway });
  await waitFor(() => expect(onAway).toHaveBeenCalledOnce());
  let connections = 0;
  const proxy = await listen((client) => {
    // Once more away, after it had been there.
    connections += 1;
    if (connections === 1) return void client.destroy();
    passOn(client);
  }, port);
  await prepared;
  expect(onAway).toHaveBeenCalledOnce();
  expect(onAway.mock.calls[0]?.[0]).toMatchObject({ code: 'ECONNREFUSED' });
  await close(proxy);
});

it('a stop ends the wait for one that is silent at once, and its failure afterwards is nobody’s', async () => {
  const sockets: Socket[] = [];
  const silent = await listen((socket) => sockets.push(socket));
  const prepared = prepare(at(portOf(silent)));
  await once(silent, 'connection');
  stop.abort(new Error('a stop was requested'));
  await expect(prepared).rejects.toThrow('a stop was requested');
  // An unhandled rejection would fail the test.
  for (const socket of sockets) socket.destroy();
  await close(silent);
  await setImmediate();
});
