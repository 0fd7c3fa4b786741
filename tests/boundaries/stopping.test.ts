/** What a process that stops does with its open connections. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from './api.harness.ts';

let api: TestApi;
let address: URL;
beforeEach(async () => {
  api = await startTestApi();
  address = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
});
afterEach(() => api.close());

it('ends live streams at once, and waits for none to be cut off', async () => {
  const cutOff = vi.spyOn(api.app.server, 'closeAllConnections');
  const stream = await fetch(new URL('/api/monitoring/stream', address), {
    headers: { authorization: `Bearer ${await api.token({ uid: 'ana' })}` },
  });
  const received = stream.text();
  const stopped = api.app.close();
  expect(await received).toContain('event: prices');
  expect(cutOff).not.toHaveBeenCalled();
  await stopped;
});

it('cuts off after two seconds a connection that has sent nothing', async () => {
  const connection = connect(Number(address.port), address.hostname);
  await once(connection, 'connect');
  await Promise.all([once(connection, 'close'), api.app.close()]);
});
