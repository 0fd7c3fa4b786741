/** Stripe's REST API as the SDK calls it: form bodies in, JSON out, a request id on every answer. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Simulation } from '../state/simulation.ts';
import type { Transaction } from '../state/store.ts';
import { newId } from '../state/store.ts';
import { expanded } from '../views/expand.ts';
import { checkoutOperations } from './checkout-sessions.ts';
import { customerOperations } from './customers.ts';
import { eventOperations } from './event-operations.ts';
import { type FormValue, parseForm } from './form-body.ts';
import { invoiceOperations } from './invoices.ts';
import { type Answer, type Operation, Refused } from './operation.ts';
import { paymentMethodOperations } from './payment-methods.ts';
import { priceOperations } from './prices.ts';
import { StripeError } from './stripe-error.ts';
import { subscriptionOperations } from './subscriptions.ts';

const operations: readonly Operation[] = [
  ...customerOperations,
  ...paymentMethodOperations,
  ...priceOperations,
  ...checkoutOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...eventOperations,
];

export function registerApi(
  app: FastifyInstance,
  { world, secretKey }: { world: Simulation; secretKey: string },
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', newId('req')).header('cache-control', 'no-store');
    const version = request.headers['stripe-version'];
    if (version !== undefined) reply.header('stripe-version', version);
    refuseStranger(request.headers.authorization, secretKey);
  });
  app.setErrorHandler((error, _request, reply) => {
    const known = error instanceof StripeError ? error : unforeseen(error);
    return reply.code(known.status).send({ error: known.body });
  });
  for (const operation of operations) {
    app.route({
      method: operation.method,
      url: `/v1${operation.path}`,
      handler: (request, reply) => answer(request, reply, { operation, world }),
    });
  }
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/v1/*',
    handler: async ({ method, url }) => {
      const message = `Unrecognized request URL (${method}: ${url.split('?')[0]}).`;
      throw new StripeError(404, { type: 'invalid_request_error', message });
    },
  });
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, world }: { operation: Operation; world: Simulation },
): Promise<FastifyReply> {
  const { id = '' } = request.params as { id?: string };
  const query = request.url.split('?')[1] ?? '';
  const params = {
    ...parseForm(query),
    ...(request.body as Record<string, FormValue> | undefined),
  };
  const run = (draft: Transaction): Answer => {
    const done = operation.run(draft, { id, params });
    if (done instanceof Refused) return done.answer;
    return { status: 200, body: expanded(draft, done, pathsOf(params.expand)) };
  };
  const key = request.headers['idempotency-key'];
  if (operation.method !== 'POST' || typeof key !== 'string') {
    const { status, body } = await world.change(run);
    return reply.code(status).send(body);
  }
  const path = request.url.split('?')[0];
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([path, params]))
    .digest('hex');
  const { status, body, replayed } = await once(world, { key, fingerprint }, run);
  reply.header('idempotency-key', key);
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(status).send(body);
}

interface Request {
  readonly key: string;
  readonly fingerprint: string;
}

/** The answer is stored with what it changed, so a repeated request gets it again even after a crash. */
async function once(
  world: Simulation,
  { key, fingerprint }: Request,
  run: (draft: Transaction) => Answer,
) {
  const id = `key:${key}`;
  const store = (draft: Transaction, { status, body }: Answer) =>
    draft.put({ kind: 'idempotent', id, fingerprint, status, body, storedAt: Date.now() });
  try {
    return await world.change((draft) => {
      const held = draft.find('idempotent', id);
      if (held !== null) {
        if (held.fingerprint !== fingerprint) throw otherRequest(key);
        return { status: held.status, body: held.body, replayed: true };
      }
      const fresh = run(draft);
      store(draft, fresh);
      return { ...fresh, replayed: false };
    });
  } catch (error) {
    // What failed before anything was done may be asked again with the same key; a refused card is an answer.
    if (!(error instanceof StripeError) || error.status !== 402) throw error;
    const refused = { status: error.status, body: { error: error.body } };
    await world.change((draft) => store(draft, refused));
    return { ...refused, replayed: false };
  }
}

function refuseStranger(authorization: string | undefined, secretKey: string): void {
  if (authorization === `Bearer ${secretKey}`) return;
  const given = authorization?.replace(/^Bearer /, '');
  throw new StripeError(401, {
    type: 'invalid_request_error',
    message: given
      ? `Invalid API Key provided: ${given.slice(0, 6)}***`
      : 'You did not provide an API key.',
  });
}

function pathsOf(asked: FormValue | undefined): string[] {
  return Array.isArray(asked) ? asked.filter((path) => typeof path === 'string') : [];
}

const otherRequest = (key: string) =>
  new StripeError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

/** Bodies too large or of another kind are the caller's; the rest is a fault of this double. */
function unforeseen(error: unknown): StripeError {
  const status =
    error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : Number.NaN;
  const message = error instanceof Error ? error.message : String(error);
  return status >= 400 && status < 500
    ? new StripeError(status, { type: 'invalid_request_error', message })
    : new StripeError(500, { type: 'api_error', message });
}
