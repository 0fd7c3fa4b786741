/** Stripe's REST API: form bodies, JSON answers, idempotency keys, errors. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { parseForm } from './form-body.ts';
import { stripeOperations } from './operations.ts';
import type { IdempotentAnswer } from './records.ts';
import type { Simulation } from './simulation.ts';
import { StripeError } from './stripe-error.ts';
import type { StripeState } from './stripe-state.ts';

type Answer = Pick<IdempotentAnswer, 'status' | 'body'>;
type Run = (state: StripeState) => Answer;

export function registerApi(
  app: FastifyInstance,
  { simulation, secretKey }: { simulation: Simulation; secretKey: string },
): void {
  app.addHook('onRequest', async ({ headers: { authorization } }) => {
    if (authorization !== `Bearer ${secretKey}`)
      throw new StripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key.' });
  });
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof StripeError)) request.log.error(error);
    const { status, body } = errorAnswer(
      error instanceof StripeError
        ? error
        : new StripeError(500, { type: 'api_error', message: String(error) }),
    );
    return reply.code(status).send(body);
  });
  for (const [name, operation] of Object.entries(stripeOperations)) {
    const [method = '', path] = name.split(' ');
    app.route<{ Params: { id?: string } }>({
      method,
      url: `/v1${path}`,
      handler: async (request, reply) => {
        const [address, query = ''] = request.url.split('?');
        const params = { ...parseForm(query), ...(request.body as object | undefined) };
        const run: Run = (state) => {
          const body = operation(state, params, request.params.id ?? '');
          return body instanceof StripeError ? errorAnswer(body) : { status: 200, body };
        };
        const key = request.headers['idempotency-key'];
        const fingerprint = createHash('sha256')
          .update(JSON.stringify([address, params]))
          .digest('hex');
        const { status, body } =
          method === 'POST' && typeof key === 'string'
            ? runOnce(simulation, { key, fingerprint }, run)
            : simulation.transact(run);
        return reply.code(status).send(body);
      },
    });
  }
}

const errorAnswer = ({ status, body }: StripeError): Answer => ({ status, body: { error: body } });

/** Runs a request once per idempotency key; its answer is stored in the same transaction, so a repeat gets it again. */
function runOnce(
  simulation: Simulation,
  { key, fingerprint }: { key: string; fingerprint: string },
  run: Run,
): Answer {
  const storeAnswer = (state: StripeState, answer: Answer): Answer =>
    state.put({ object: 'idempotent', id: key, fingerprint, ...answer });
  try {
    return simulation.transact((state) => {
      const stored = state.find('idempotent', key);
      if (stored === null) return storeAnswer(state, run(state));
      if (stored.fingerprint === fingerprint) return stored;
      const message = `The key '${key}' was first used with other parameters.`;
      throw new StripeError(400, { type: 'idempotency_error', message });
    });
  } catch (error) {
    // Errors are not stored, so the key can be used again; except 402: a declined card is a final answer.
    if (!(error instanceof StripeError) || error.status !== 402) throw error;
    return simulation.transact((state) => storeAnswer(state, errorAnswer(error)));
  }
}
