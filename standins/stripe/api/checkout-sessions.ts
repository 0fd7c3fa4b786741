/** `/v1/checkout/sessions`: made and looked at by the product; paid on the card page. */
import * as z from 'zod';
import { emit } from '../state/events.ts';
import type { Session } from '../state/records.ts';
import type { Transaction } from '../state/store.ts';
import { newId } from '../state/store.ts';
import { listPage, pageParams } from '../views/list-view.ts';
import { sessionLines, sessionView } from '../views/session-view.ts';
import { customerById, type Operation, priceAsked } from './operation.ts';
import { expand, flag, ignored, instant, mergeMetadata, metadata, readParams } from './params.ts';
import { invalid, missing } from './stripe-error.ts';

const daySeconds = 86_400;
const webAddress = z
  .string()
  .max(5_000)
  .refine(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text.replace(/[{}]/g, '')),
    'Not a valid URL',
  );

const createParams = z.strictObject({
  mode: z.enum(['subscription', 'setup']),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
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
  expires_at: instant.optional(),
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
  allow_promotion_codes: flag.optional(),
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
const lookParams = z.strictObject({ expand });

export const checkoutOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/checkout/sessions',
    run(draft, { params }) {
      const session = newSession(draft, readParams(createParams, params));
      draft.put(session);
      return sessionView(session, draft.origin);
    },
  },
  {
    method: 'GET',
    path: '/checkout/sessions',
    run(draft, { params }) {
      const asked = readParams(listParams, params);
      const found = draft
        .list('session')
        .filter(
          ({ customer, subscription, status }) =>
            (asked.customer ?? customer) === customer &&
            (asked.subscription ?? subscription) === subscription &&
            (asked.status ?? status) === status,
        );
      const view = (session: Session) => sessionView(session, draft.origin);
      return listPage(found, asked, { view, url: '/v1/checkout/sessions' });
    },
  },
  {
    method: 'GET',
    path: '/checkout/sessions/:id',
    run(draft, { id, params }) {
      const asked = readParams(lookParams, params);
      const session = sessionById(draft, id);
      const view = sessionView(session, draft.origin);
      const withLines = asked.expand?.some((path) => path.split('.')[0] === 'line_items');
      return withLines ? { ...view, line_items: sessionLines(session) } : view;
    },
  },
  {
    method: 'GET',
    path: '/checkout/sessions/:id/line_items',
    run: (draft, { id }) => sessionLines(sessionById(draft, id)),
  },
  {
    method: 'POST',
    path: '/checkout/sessions/:id/expire',
    run(draft, { id }) {
      const session = sessionById(draft, id);
      if (session.status !== 'open') {
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      }
      const expired: Session = { ...session, status: 'expired' };
      draft.put(expired);
      const view = sessionView(expired, draft.origin);
      emit(draft, 'checkout.session.expired', view);
      return view;
    },
  },
];

function newSession(draft: Transaction, given: z.output<typeof createParams>): Session {
  const item = given.line_items?.[0];
  const subscribes = given.mode === 'subscription';
  if (subscribes && !item) {
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
  }
  if (!subscribes && item) {
    throw invalid('You can not pass `line_items` in `setup` mode.', 'line_items');
  }
  if (given.customer !== undefined && given.customer_email !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: customer, customer_email.',
      'customer',
    );
  }
  const customer =
    given.customer === undefined ? null : customerById(draft, given.customer, 'customer');
  const lifetime = lifetimeSeconds(given.expires_at);
  return {
    kind: 'session',
    id: newId('cs_test'),
    created: draft.now,
    expiresAt: draft.now + lifetime,
    mode: given.mode,
    status: 'open',
    customer: customer?.id ?? null,
    customerEmail: customer?.email ?? given.customer_email ?? null,
    price: item ? priceAsked(item.price, 'line_items[0][price]').id : null,
    successUrl: given.success_url,
    cancelUrl: given.cancel_url ?? null,
    clientReferenceId: given.client_reference_id ?? null,
    locale: given.locale ?? null,
    metadata: mergeMetadata({}, given.metadata),
    innerMetadata: mergeMetadata(
      {},
      (subscribes ? given.subscription_data : given.setup_intent_data)?.metadata,
    ),
    subscription: null,
    invoice: null,
    setupIntent: null,
    authenticating: null,
  };
}

/** The caller reads the real clock, and the world's may be far ahead: only how long it lasts is taken over. */
function lifetimeSeconds(expiresAt: number | undefined): number {
  if (expiresAt === undefined) return daySeconds;
  const lifetime = expiresAt - Math.floor(Date.now() / 1_000);
  // Half an hour as the caller counted it; the request took a moment.
  if (lifetime >= 29 * 60 && lifetime <= daySeconds) return lifetime;
  throw invalid(
    'The `expires_at` timestamp must be between 30 minutes and 24 hours after Checkout Session creation.',
    'expires_at',
  );
}

function sessionById(draft: Transaction, id: string): Session {
  const found = draft.find('session', id);
  if (!found) throw missing('checkout.session', id, 'session');
  return found;
}
