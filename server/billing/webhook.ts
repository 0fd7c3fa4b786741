/**
 * POST /api/billing/webhook: the provider says that something happened. The signature is checked on the raw body; the
 * event only tells whose books to bring up to date, so order, repetition and age of what arrives do not matter.
 */
import type { FastifyPluginAsync } from 'fastify';
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { claimEvent, wasClaimed } from '../db/billing-requests.ts';
import { findOwner } from '../db/billing-subscriptions.ts';
import { inTransaction } from '../db/transaction.ts';
import { Refusal } from '../errors.ts';
import { type Billing, catchUp } from './billing.ts';
import { takeNewCard } from './card.ts';
import { createGate, GateFull } from './gate.ts';
import { refusalOfProvider } from './stripe-client.ts';

const toleranceSeconds = 300;
/** The provider's largest events stay well below. */
const bodyLimit = 524_288;

const named = z.union([z.string(), z.object({ id: z.string() })]);
const event = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.string().check(z.maxLength(255)),
  data: z.object({
    object: z.object({
      object: z.optional(z.string()),
      id: z.optional(z.string()),
      customer: z.optional(z.nullable(named)),
      mode: z.optional(z.nullable(z.string())),
    }),
  }),
});
type ProviderEvent = z.infer<typeof event>;

export const webhookRoute =
  (billing: Billing): FastifyPluginAsync =>
  async (app) => {
    const gate = createGate({ atOnce: 5, waiting: 500 });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
      done(null, body);
    });
    app.post('/api/billing/webhook', { bodyLimit }, async (request, reply) => {
      const told = readEvent(billing, request.body, request.headers['stripe-signature']);
      try {
        await gate.pass(() => actOn(billing, told));
      } catch (error) {
        // Not claimed: the provider sends it again.
        throw error instanceof GateFull
          ? new Refusal('unavailable', undefined, { retryAfterSeconds: 5, cause: error })
          : refusalOfProvider(error);
      }
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  };

/** @throws Refusal `malformed` when it is forged, older than five minutes, or no event */
function readEvent(
  { stripe, webhookSecret }: Billing,
  body: unknown,
  signature: string | string[] | undefined,
): ProviderEvent {
  if (!Buffer.isBuffer(body) || typeof signature !== 'string')
    throw new Refusal('malformed', 'Falta la firma.');
  let given: Stripe.Event;
  try {
    given = stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds);
  } catch {
    // The SDK's error carries the body and the signature: nothing of it may reach a log.
    throw new Refusal('malformed', 'La firma no es válida.');
  }
  const read = event.safeParse(given);
  if (!read.success) throw new Refusal('malformed', 'No es un evento.');
  return read.data;
}

async function actOn(billing: Billing, told: ProviderEvent): Promise<void> {
  const { pool } = billing;
  if (await wasClaimed(pool, told.id)) return;
  const customerId = customerOf(told);
  const uid = customerId === null ? null : await findOwner(pool, customerId);
  if (customerId === null || uid === null) {
    // Of nobody we know, or of somebody who was erased.
    await inTransaction(pool, (client) => claimEvent(client, told.id, told.type));
    return;
  }
  const gaveCard = told.type === 'checkout.session.completed' && told.data.object.mode === 'setup';
  if (gaveCard) await takeNewCard(billing, customerId);
  await catchUp(billing, { uid, customerId }, (client) => claimEvent(client, told.id, told.type));
}

function customerOf({ data: { object } }: ProviderEvent): string | null {
  if (object.object === 'customer') return object.id ?? null;
  const { customer } = object;
  if (customer === undefined || customer === null) return null;
  return typeof customer === 'string' ? customer : customer.id;
}
