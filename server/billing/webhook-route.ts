/** POST /api/billing/webhook: receives Stripe events. The signature is verified on the raw body. */
import type { FastifyPluginAsync } from 'fastify';
import type Stripe from 'stripe';
import { createLimiter, QueueFullError } from '../base/concurrency.ts';
import { AppError } from '../base/errors.ts';
import type { BillingContext } from './billing-context.ts';
import {
  customerIdOf,
  type EventOutcome,
  type ProviderEvent,
  processCustomerEvents,
  providerEvent,
} from './process-events.ts';
import { stripeErrorToAppError } from './stripe-client.ts';

const toleranceSeconds = 300;
/** Stripe's largest events stay well below. */
const bodyLimit = 524_288;

export const webhookRoute =
  (billing: BillingContext): FastifyPluginAsync =>
  async (app) => {
    const limiter = createLimiter({ maxRunning: 5, maxQueued: 500 });
    const count = (outcome: EventOutcome | 'failed') =>
      billing.metrics.stripeWebhookEvents.inc({ outcome });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
      done(null, body);
    });
    app.post('/api/billing/webhook', { bodyLimit }, async (request, reply) => {
      const event = verifyEvent(billing, request.body, request.headers['stripe-signature']);
      try {
        const outcome = await limiter.run(() =>
          processCustomerEvents(billing, customerIdOf(event), [event]),
        );
        count(outcome);
      } catch (error) {
        count('failed');
        // Not marked as processed: Stripe sends it again.
        throw error instanceof QueueFullError
          ? new AppError('unavailable', undefined, { retryAfterSeconds: 5, cause: error })
          : stripeErrorToAppError(error);
      }
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  };

/** @throws AppError `invalid_request` when it is forged, older than five minutes, or no event */
function verifyEvent(
  { stripe, webhookSecret, metrics }: BillingContext,
  body: unknown,
  signature: string | string[] | undefined,
): ProviderEvent {
  const invalidEvent = (message: string) => {
    metrics.stripeWebhookEvents.inc({ outcome: 'invalid_signature' });
    return new AppError('invalid_request', message);
  };
  if (!Buffer.isBuffer(body) || typeof signature !== 'string')
    throw invalidEvent('Falta la firma.');
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds);
  } catch {
    // The SDK's error holds the body and the signature: not the cause, so that neither reaches a log.
    throw invalidEvent('La firma no es válida.');
  }
  const parsed = providerEvent.safeParse(event);
  if (!parsed.success) throw invalidEvent('No es un evento.');
  return parsed.data;
}
