/** Stored records of the Stripe stand-in. The API's formats are built from these in `*-view.ts`. */
import * as z from 'zod';

/** Instants are epoch seconds, as in Stripe's API. Keys are stored on disk: they must not change. */
const seconds = z.int();
const metadata = z.record(z.string(), z.string());

/** Outcome of a charge. `authenticate`: the bank requires the card's owner to authenticate. */
const chargeOutcomes = ['accept', 'decline', 'insufficient', 'authenticate'] as const;
export const chargeOutcome = z.enum(chargeOutcomes);
export type ChargeOutcome = z.infer<typeof chargeOutcome>;

const customer = z.object({
  kind: z.literal('customer'),
  id: z.string(),
  created: seconds,
  email: z.string().nullable(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  metadata,
  defaultPaymentMethod: z.string().nullable(),
  /** Cents due on the next invoice; negative = credit. */
  balance: z.int(),
  deleted: z.boolean(),
});

const paymentMethod = z.object({
  kind: z.literal('payment_method'),
  id: z.string(),
  created: seconds,
  customer: z.string().nullable(),
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Charge outcomes on session (the owner is at the page) and off session. */
  whenPresent: chargeOutcome,
  whenAbsent: chargeOutcome,
});

const session = z.object({
  kind: z.literal('session'),
  id: z.string(),
  created: seconds,
  expiresAt: seconds,
  mode: z.enum(['subscription', 'setup']),
  status: z.enum(['open', 'complete', 'expired']),
  customer: z.string().nullable(),
  customerEmail: z.string().nullable(),
  price: z.string().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string().nullable(),
  clientReferenceId: z.string().nullable(),
  locale: z.string().nullable(),
  metadata,
  /** Metadata for the subscription or the setup intent it creates. */
  innerMetadata: metadata,
  subscription: z.string().nullable(),
  invoice: z.string().nullable(),
  setupIntent: z.string().nullable(),
  /** The card whose owner has to authenticate. */
  authenticating: z.string().nullable(),
});

const line = z.object({
  id: z.string(),
  /** Cents, tax included; negative = credit. */
  amount: z.int(),
  description: z.string(),
  price: z.string(),
  isProration: z.boolean(),
  periodStart: seconds,
  periodEnd: seconds,
});
export type InvoiceLine = z.infer<typeof line>;

const subscription = z.object({
  kind: z.literal('subscription'),
  id: z.string(),
  created: seconds,
  customer: z.string(),
  itemId: z.string(),
  price: z.string(),
  status: z.enum(['incomplete', 'incomplete_expired', 'active', 'past_due', 'canceled']),
  /** Periods are counted from here, so that a 31st is restored after a short month. */
  anchor: seconds,
  periodStart: seconds,
  periodEnd: seconds,
  cancelAt: seconds.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  canceledAt: seconds.nullable(),
  endedAt: seconds.nullable(),
  cancelReason: z.enum(['cancellation_requested', 'payment_failed']).nullable(),
  cancelFeedback: z.string().nullable(),
  cancelComment: z.string().nullable(),
  defaultPaymentMethod: z.string().nullable(),
  latestInvoice: z.string().nullable(),
  /** Lines for the next invoice. */
  pendingLines: z.array(line),
  metadata,
});

const invoice = z.object({
  kind: z.literal('invoice'),
  id: z.string(),
  number: z.string(),
  created: seconds,
  customer: z.string(),
  customerEmail: z.string().nullable(),
  customerName: z.string().nullable(),
  subscription: z.string(),
  subscriptionMetadata: metadata,
  reason: z.enum(['subscription_create', 'subscription_cycle', 'subscription_update']),
  status: z.enum(['open', 'paid', 'void', 'uncollectible']),
  lines: z.array(line),
  startingBalance: z.int(),
  endingBalance: z.int(),
  amountDue: z.int(),
  attempts: z.int(),
  firstFailedAt: seconds.nullable(),
  nextAttemptAt: seconds.nullable(),
  periodStart: seconds,
  periodEnd: seconds,
  paidAt: seconds.nullable(),
  voidedAt: seconds.nullable(),
  /** Part of its page's URL, which needs no sign-in. */
  secret: z.string(),
});

const setupIntent = z.object({
  kind: z.literal('setup_intent'),
  id: z.string(),
  created: seconds,
  customer: z.string().nullable(),
  paymentMethod: z.string(),
  metadata,
});

const event = z.object({
  kind: z.literal('event'),
  id: z.string(),
  created: seconds,
  sequence: z.int(),
  type: z.string(),
  /** The event as it is sent. */
  body: z.record(z.string(), z.unknown()),
});

const delivery = z.object({
  kind: z.literal('delivery'),
  id: z.string(),
  event: z.string(),
  type: z.string(),
  sequence: z.int(),
  state: z.enum(['pending', 'held', 'dropped', 'delivered']),
  newestFirst: z.boolean(),
  /** Epoch milliseconds of the real clock, like `attempts.at`: the test clock may be far ahead. */
  nextAttemptAt: z.number(),
  attempts: z.array(
    z.object({ at: z.number(), status: z.int().nullable(), fault: z.string().nullable() }),
  ),
});

const idempotent = z.object({
  kind: z.literal('idempotent'),
  id: z.string(),
  fingerprint: z.string(),
  status: z.int(),
  body: z.unknown(),
  /** Epoch milliseconds of the real clock. */
  storedAt: z.number(),
});

export const webhookModes = ['normal', 'delay', 'duplicate', 'reorder', 'drop'] as const;
export type WebhookMode = (typeof webhookModes)[number];

const settings = z.object({
  kind: z.literal('settings'),
  id: z.literal('settings'),
  /** How far the test clock is ahead of the real clock. */
  aheadSeconds: z.int(),
  webhookMode: z.enum(webhookModes),
  eventSequence: z.int(),
  /** Last invoice number by year. */
  invoiceNumbers: z.record(z.string(), z.int()),
});

export const storedRecord = z.discriminatedUnion('kind', [
  customer,
  paymentMethod,
  session,
  subscription,
  invoice,
  setupIntent,
  event,
  delivery,
  idempotent,
  settings,
]);
export type StoredRecord = z.infer<typeof storedRecord>;
export type RecordKind = StoredRecord['kind'];
export type RecordOf<K extends RecordKind> = Extract<StoredRecord, { kind: K }>;

export type Customer = RecordOf<'customer'>;
export type PaymentMethod = RecordOf<'payment_method'>;
export type CheckoutSession = RecordOf<'session'>;
export type Subscription = RecordOf<'subscription'>;
export type InvoiceRecord = RecordOf<'invoice'>;
export type SetupIntent = RecordOf<'setup_intent'>;
export type DeliveryRecord = RecordOf<'delivery'>;
