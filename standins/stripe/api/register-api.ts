/** Registers the REST API of the Stripe stand-in: form bodies, JSON responses, idempotency keys, request ids. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from '../state/record-store.ts';
import { newId } from '../state/record-store.ts';
import type { Simulation } from '../state/simulation.ts';
import { expandPaths } from '../views/expand.ts';
import { checkoutOperations } from './checkout-sessions.ts';
import { customerOperations } from './customers.ts';
import { eventOperations } from './events.ts';
import { type FormValue, parseForm } from './form-body.ts';
import { invoiceOperations } from './invoices.ts';
import { type ApiOperation, type ApiResponse, CommittedErrorResponse } from './operation.ts';
import { paymentMethodOperations } from './payment-methods.ts';
import { priceOperations } from './prices.ts';
import { StripeError } from './stripe-error.ts';
import { subscriptionOperations } from './subscriptions.ts';

const operations: readonly ApiOperation[] = [
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
  { simulation, secretKey }: { simulation: Simulation; secretKey: string },
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', newId('req')).header('cache-control', 'no-store');
    const version = request.headers['stripe-version'];
    if (version !== undefined) reply.header('stripe-version', version);
    assertAuthorized(request.headers.authorization, secretKey);
  });
  app.setErrorHandler((error, _request, reply) => {
    const known = error instanceof StripeError ? error : toStripeError(error);
    return reply.code(known.status).send({ error: known.body });
  });
  for (const operation of operations) {
    app.route({
      method: operation.method,
      url: `/v1${operation.path}`,
      handler: (request, reply) => handleRequest(request, reply, { operation, simulation }),
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

async function handleRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, simulation }: { operation: ApiOperation; simulation: Simulation },
): Promise<FastifyReply> {
  const { id = '' } = request.params as { id?: string };
  const query = request.url.split('?')[1] ?? '';
  const params = {
    ...parseForm(query),
    ...(request.body as Record<string, FormValue> | undefined),
  };
  const run = (tx: Transaction): ApiResponse => {
    const result = operation.run(tx, { id, params });
    if (result instanceof CommittedErrorResponse) return result.response;
    return { status: 200, body: expandPaths(tx, result, expandPathsOf(params.expand)) };
  };
  const key = request.headers['idempotency-key'];
  if (operation.method !== 'POST' || typeof key !== 'string') {
    const { status, body } = await simulation.transact(run);
    return reply.code(status).send(body);
  }
  const path = request.url.split('?')[0];
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([path, params]))
    .digest('hex');
  const { status, body, replayed } = await runIdempotently(simulation, { key, fingerprint }, run);
  reply.header('idempotency-key', key);
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(status).send(body);
}

interface IdempotentRequest {
  readonly key: string;
  readonly fingerprint: string;
}

/** Runs a request once per idempotency key; the response is stored in the same transaction, so a repeat gets it again. */
async function runIdempotently(
  simulation: Simulation,
  { key, fingerprint }: IdempotentRequest,
  run: (tx: Transaction) => ApiResponse,
) {
  const id = `key:${key}`;
  const store = (tx: Transaction, { status, body }: ApiResponse) =>
    tx.put({ kind: 'idempotent', id, fingerprint, status, body, storedAt: Date.now() });
  try {
    return await simulation.transact((tx) => {
      const stored = tx.find('idempotent', id);
      if (stored !== null) {
        if (stored.fingerprint !== fingerprint) throw keyReusedError(key);
        return { status: stored.status, body: stored.body, replayed: true };
      }
      const fresh = run(tx);
      store(tx, fresh);
      return { ...fresh, replayed: false };
    });
  } catch (error) {
    // Errors are not stored, so the key can be used again; except 402: a declined card is a final response.
    if (!(error instanceof StripeError) || error.status !== 402) throw error;
    const failed = { status: error.status, body: { error: error.body } };
    await simulation.transact((tx) => store(tx, failed));
    return { ...failed, replayed: false };
  }
}

function assertAuthorized(authorization: string | undefined, secretKey: string): void {
  if (authorization === `Bearer ${secretKey}`) return;
  const sentKey = authorization?.replace(/^Bearer /, '');
  throw new StripeError(401, {
    type: 'invalid_request_error',
    message: sentKey
      ? `Invalid API Key provided: ${sentKey.slice(0, 6)}***`
      : 'You did not provide an API key.',
  });
}

function expandPathsOf(value: FormValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string') : [];
}

const keyReusedError = (key: string) =>
  new StripeError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

/** Fastify's 4xx errors as Stripe errors; anything else is a bug in this stand-in, hence 500. */
function toStripeError(error: unknown): StripeError {
  const status =
    error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : Number.NaN;
  const message = error instanceof Error ? error.message : String(error);
  return status >= 400 && status < 500
    ? new StripeError(status, { type: 'invalid_request_error', message })
    : new StripeError(500, { type: 'api_error', message });
}
