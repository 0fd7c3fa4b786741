/** POST /api/billing/webhook: the provider says that something happened. The signature is checked on the raw body. */
import type { FastifyPluginAsync } from 'fastify';
import type Stripe from 'stripe';
import { createLimiter, QueueFullError } from '../concurrency.ts';
import { AppError } from '../errors.ts';
import type { BillingContext } from './billing-context.ts';
import {
  customerOf,
  type EventOutcome,
  type ProviderEvent,
  processCustomerEvents,
  providerEvent,
} from './process-events.ts';
import { stripeErrorToAppError } from './stripe-client.ts';

const toleranceSeconds = 300;
/** The provider's largest events stay well below. */
const bodyLimit = 524_288;

export const webhookRoute =
  (billing: BillingContext): FastifyPluginAsync =>
  async (app) => {
    const gate = createLimiter({ atOnce: 5, waiting: 500 });
    const count = (outcome: EventOutcome | 'failed') =>
      billing.metrics.paymentEvents.inc({ outcome });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
      done(null, body);
    });
    app.post('/api/billing/webhook', { bodyLimit }, async (request, reply) => {
      const told = readEvent(billing, request.body, request.headers['stripe-signature']);
      try {
        const outcome = await gate.pass(() =>
          processCustomerEvents(billing, customerOf(told), [told]),
        );
        count(outcome);
      } catch (error) {
        count('failed');
        // Not claimed: the provider sends it again.
        throw error instanceof QueueFullError
          ? new AppError('unavailable', undefined, { retryAfterSeconds: 5, cause: error })
          : stripeErrorToAppError(error);
      }
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  };

/** @throws Refusal `malformed` when it is forged, older than five minutes, or no event */
function readEvent(
  { stripe, webhookSecret, metrics }: BillingContext,
  body: unknown,
  signature: string | string[] | undefined,
): ProviderEvent {
  const refuse = (sentence: string) => {
    metrics.paymentEvents.inc({ outcome: 'refused' });
    return new AppError('malformed', sentence);
  };
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw refuse('Falta la firma.');
  let given: Stripe.Event;
  try {
    given = stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds);
  } catch {
    // The SDK's error carries the body and the signature: nothing of it may reach a log.
    throw refuse('La firma no es válida.');
  }
  const read = providerEvent.safeParse(given);
  if (!read.success) throw refuse('No es un evento.');
  return read.data;
}
