/** What a balancer, an operator and a person get while the backend starts. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStartupServer, type StartupServer } from './startup-server.ts';

let port: number;
let server: StartupServer;
const open = () => openStartupServer({ host: '127.0.0.1', port, version: '1.2.3' });
beforeEach(async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  ({ port } = probe.address() as AddressInfo);
  probe.close();
  await once(probe, 'close');
  server = await open();
});
afterEach(() => server.close());
const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

it('anything else is unavailable for a moment, on a connection that ends', async () => {
  const response = await get('/dashboard');
  expect(response.status).toBe(503);
  expect(response.headers.get('connection')).toBe('close');
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toMatchObject({ code: 'unavailable' });
});

it('the backend takes over though a browser holds a connection on which it asks nothing', async () => {
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  // The server knows of it, too.
  await get('/health');
  const ended = once(silent.resume(), 'close');
  await server.close();
  await ended;
});
