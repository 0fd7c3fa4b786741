/** `/v1/checkout/sessions`: create, list, read and expire; sessions are paid on the card page. */
import * as z from 'zod';
import { emitEvent } from '../state/emit-event.ts';
import type { Transaction } from '../state/record-store.ts';
import { newId } from '../state/record-store.ts';
import type { CheckoutSession } from '../state/records.ts';
import { checkoutSessionView } from '../views/checkout-session-view.ts';
import { pageParams, pageView } from '../views/list-view.ts';
import { type ApiOperation, customerById, requestedPrice } from './operation.ts';
import {
  booleanParam,
  epochSeconds,
  expand,
  ignored,
  mergeMetadata,
  metadata,
  parseParams,
} from './params.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';

const daySeconds = 86_400;
const webUrl = z
  .string()
  .max(5_000)
  .refine(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text.replace(/[{}]/g, '')),
    'Not a valid URL',
  );

const createParams = z.strictObject({
  mode: z.enum(['subscription', 'setup']),
  success_url: webUrl,
  cancel_url: webUrl.optional(),
  customer: z.string().optional(),
  customer_email: z.string().optional(),
  client_reference_id: z.string().max(200).optional(),
  line_items: z
    .array(
      z.strictObject({
        price: z.string(),
        quantity: z.literal('1').optional(),
        tax_rates: ignored,
      }),
    )
    .length(1)
    .optional(),
  expires_at: epochSeconds.optional(),
  locale: z.string().optional(),
  currency: z.literal('eur').optional(),
  metadata: metadata.optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: ignored,
      default_tax_rates: ignored,
      billing_mode: ignored,
    })
    .optional(),
  setup_intent_data: z
    .strictObject({ metadata: metadata.optional(), description: ignored })
    .optional(),
  ui_mode: z.literal('hosted_page').optional(),
  allow_promotion_codes: booleanParam.optional(),
  automatic_tax: ignored,
  billing_address_collection: ignored,
  adaptive_pricing: ignored,
  custom_text: ignored,
  customer_creation: ignored,
  customer_update: ignored,
  payment_method_collection: z.literal('always').optional(),
  payment_method_types: z.tuple([z.literal('card')]).optional(),
  saved_payment_method_options: ignored,
  tax_id_collection: ignored,
  expand,
});
const listParams = z.strictObject({
  ...pageParams,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  expand,
});

export const checkoutOperations: readonly ApiOperation[] = [
  {
    method: 'POST',
    path: '/checkout/sessions',
    run(tx, { params }) {
      const session = newSession(tx, parseParams(createParams, params));
      tx.put(session);
      return checkoutSessionView(session, tx.origin);
    },
  },
  {
    method: 'GET',
    path: '/checkout/sessions',
    run(tx, { params }) {
      const query = parseParams(listParams, params);
      const found = tx
        .list('session')
        .filter(
          ({ customer, subscription, status }) =>
            (query.customer ?? customer) === customer &&
            (query.subscription ?? subscription) === subscription &&
            (query.status ?? status) === status,
        );
      const view = (session: CheckoutSession) => checkoutSessionView(session, tx.origin);
      return pageView(found, query, { view, url: '/v1/checkout/sessions' });
    },
  },
  {
    method: 'GET',
    path: '/checkout/sessions/:id',
    run: (tx, { id }) => checkoutSessionView(sessionById(tx, id), tx.origin),
  },
  {
    method: 'POST',
    path: '/checkout/sessions/:id/expire',
    run(tx, { id }) {
      const session = sessionById(tx, id);
      if (session.status !== 'open') {
        throw invalidRequest(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      }
      const expired: CheckoutSession = { ...session, status: 'expired' };
      tx.put(expired);
      const view = checkoutSessionView(expired, tx.origin);
      emitEvent(tx, 'checkout.session.expired', view);
      return view;
    },
  },
];

function newSession(tx: Transaction, input: z.output<typeof createParams>): CheckoutSession {
  const item = input.line_items?.[0];
  const subscribes = input.mode === 'subscription';
  if (subscribes && !item) {
    throw invalidRequest('Missing required param: line_items.', 'line_items', 'parameter_missing');
  }
  if (!subscribes && item) {
    throw invalidRequest('You can not pass `line_items` in `setup` mode.', 'line_items');
  }
  if (input.customer !== undefined && input.customer_email !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: customer, customer_email.',
      'customer',
    );
  }
  const customer =
    input.customer === undefined ? null : customerById(tx, input.customer, 'customer');
  const lifetime = lifetimeSeconds(input.expires_at);
  return {
    kind: 'session',
    id: newId('cs_test'),
    created: tx.nowSeconds,
    expiresAt: tx.nowSeconds + lifetime,
    mode: input.mode,
    status: 'open',
    customer: customer?.id ?? null,
    customerEmail: customer?.email ?? input.customer_email ?? null,
    price: item ? requestedPrice(item.price, 'line_items[0][price]').id : null,
    successUrl: input.success_url,
    cancelUrl: input.cancel_url ?? null,
    clientReferenceId: input.client_reference_id ?? null,
    locale: input.locale ?? null,
    metadata: mergeMetadata({}, input.metadata),
    innerMetadata: mergeMetadata(
      {},
      (subscribes ? input.subscription_data : input.setup_intent_data)?.metadata,
    ),
    subscription: null,
    invoice: null,
    setupIntent: null,
    authenticating: null,
  };
}

/** Only the duration is used: the caller computes `expires_at` by the real clock, and the test clock may be far ahead. */
function lifetimeSeconds(expiresAtSeconds: number | undefined): number {
  if (expiresAtSeconds === undefined) return daySeconds;
  const lifetime = expiresAtSeconds - Math.floor(Date.now() / 1_000);
  // One minute of tolerance for the request's own duration.
  if (lifetime >= 29 * 60 && lifetime <= daySeconds) return lifetime;
  throw invalidRequest(
    'The `expires_at` timestamp must be between 30 minutes and 24 hours after Checkout Session creation.',
    'expires_at',
  );
}

function sessionById(tx: Transaction, id: string): CheckoutSession {
  const found = tx.find('session', id);
  if (!found) throw resourceMissing('checkout.session', id, 'session');
  return found;
}
