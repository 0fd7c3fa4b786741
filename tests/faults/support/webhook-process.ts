/**
 * Child process that receives Stripe webhooks and kills itself with SIGKILL at step KILL_AT_STEP of the first one. A step
 * is before or after each SQL statement and each Stripe call. Sends its URL to its parent.
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
const killAtStep = Number(process.env.KILL_AT_STEP);
let isCounting = false;
let steps = 0;
const step = () => {
  if (!isCounting) return;
  steps += 1;
  if (steps === killAtStep) process.kill(process.pid, 'SIGKILL');
};

const originalQuery: (this: pg.Client, ...args: unknown[]) => unknown = pg.Client.prototype.query;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]): unknown {
    step();
    const callback = args.at(-1);
    if (typeof callback === 'function')
      return originalQuery.apply(this, [
        ...args.slice(0, -1),
        (...outcome: unknown[]) => {
          step();
          callback(...outcome);
        },
      ]);
    return (originalQuery.apply(this, args) as Promise<pg.QueryResult>).then((result) => {
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
  isCounting = true;
});
await app.register(webhookRoute(billing));
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(origin);
// Exits with its parent.
process.on('disconnect', () => process.exit());
