/**
 * A process of its own that takes the card provider's webhooks, and kills itself (-9) at the step of the first one that
 * KILL_AT_STEP names: before and after every statement and every call to the provider. Tells its parent its address.
 */
import Fastify from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { createBillingContext } from '#server/billing/billing-context.ts';
import { webhookRoute } from '#server/billing/webhook-route.ts';
import { createPool } from '#server/db/pool.ts';
import { errorHandler } from '#server/errors.ts';
import { createMetrics } from '#server/metrics.ts';

const { DATABASE_URL = '', STRIPE_ORIGIN = '', STRIPE_KEY = '', WEBHOOK_SECRET = '' } = process.env;
const last = Number(process.env.KILL_AT_STEP);
let begun = false;
let steps = 0;
const step = () => {
  if (!begun) return;
  steps += 1;
  if (steps === last) process.kill(process.pid, 'SIGKILL');
};

const plain: (this: pg.Client, ...args: unknown[]) => unknown = pg.Client.prototype.query;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]): unknown {
    step();
    const callback = args.at(-1);
    if (typeof callback === 'function')
      return plain.apply(this, [
        ...args.slice(0, -1),
        (...outcome: unknown[]) => {
          step();
          callback(...outcome);
        },
      ]);
    return (plain.apply(this, args) as Promise<pg.QueryResult>).then((result) => {
      step();
      return result;
    });
  },
});

const billing = createBillingContext({
  pool: createPool(DATABASE_URL),
  appOrigin: 'https://vigia.test',
  log: pino({ level: 'silent' }),
  metrics: createMetrics(),
  settings: { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiOrigin: STRIPE_ORIGIN },
});
billing.stripe.on('request', step);
billing.stripe.on('response', step);

const app = Fastify();
app.setErrorHandler(errorHandler);
app.addHook('onRequest', async () => {
  begun = true;
});
await app.register(webhookRoute(billing));
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(origin);
// The parent's end is this one's end.
process.on('disconnect', () => process.exit());
