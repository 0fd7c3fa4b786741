/** A listener without a database: it tries again, each time later, and closes at once. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { createMetrics } from '../metrics.ts';
import { startListener } from './pg-listener.ts';

it('doubles its delay with every failure, so that a database that returns is not overrun', async () => {
  // A free port on which nothing listens.
  const placeholder = createServer().listen(0, '127.0.0.1');
  await once(placeholder, 'listening');
  const { port } = placeholder.address() as AddressInfo;
  placeholder.close();
  await once(placeholder, 'close');
  const failures: number[] = [];
  const listener = startListener({
    databaseSessionUrl: `postgres://vigia@127.0.0.1:${port}/vigia`,
    channel: 'vigia_live',
    onPayload: () => {},
    onConnect: () => {},
    onFailure: () => failures.push(performance.now()),
    metrics: createMetrics(),
  });
  await waitFor(() => expect(failures.length).toBeGreaterThan(3));
  await listener.close();
  const [first = 0, second = 0, third = 0, fourth = 0] = failures;
  // Timers may fire a little early; a slow machine only makes the waits longer.
  expect(second - first).toBeGreaterThan(95);
  expect(third - second).toBeGreaterThan(195);
  expect(fourth - third).toBeGreaterThan(395);
});
