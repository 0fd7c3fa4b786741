/** Closes a connection within a bound, whatever the other side does. */
import type pg from 'pg';
import { settleWithin } from '../base/worker-loop/settle-within.ts';

const closeTimeoutMs = 1_000;

/** Closes in order if the other side answers, and destroys the socket in any case. */
export async function closeClient(client: pg.Client): Promise<void> {
  await settleWithin(client.end(), closeTimeoutMs);
  client.connection.stream.destroy();
}
