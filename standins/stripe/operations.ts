/** The calls of Stripe's API that the product makes, each with the parameters it sends; others are refused. */
import * as z from 'zod';
import { emitEvent } from './events.ts';
import { charge, draftInvoice, issueInvoice, offSessionOutcome } from './invoices.ts';
import {
  type CheckoutSession,
  type Customer,
  newId,
  prices,
  type RecordKind,
  type RecordOf,
  type StripeInvoice,
  type StripePrice,
  type Subscription,
} from './records.ts';
import { cardDeclined, invalidRequest, resourceMissing, type StripeError } from './stripe-error.ts';
import type { StripeState } from './stripe-state.ts';
import { changeSubscription, endSubscription, isOver, prorationLines } from './subscriptions.ts';

/** @returns an object of the API; an error whose changes are stored all the same (a charge that failed) */
type Run<Params> = (state: StripeState, params: Params, id: string) => object | StripeError;
type Operation = Run<unknown>;

const metadata = z.record(z.string(), z.string()).default({});
const isTrue = z.enum(['true', 'false']).transform((text) => text === 'true');
const seconds = z.coerce.number().int().positive();
/** Without effect here. */
const ignored = z.unknown().optional();
const page = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
};
const noParams = z.strictObject({});
const items = z.tuple([z.strictObject({ id: z.string(), price: z.string() })]);

/** By method and path below `/v1`. */
export const stripeOperations: Readonly<Record<string, Operation>> = {
  'GET /prices': withParams(
    z.strictObject({ ...page, lookup_keys: z.array(z.string()), active: isTrue }),
    (_state, { lookup_keys: keys, ...query }) =>
      listView(
        prices.filter(({ lookup_key: key }) => keys.includes(key)),
        query,
      ),
  ),

  'POST /customers': withParams(
    z.strictObject({ email: z.string(), preferred_locales: ignored, metadata }),
    (state, fields) =>
      state.put<Customer>({
        object: 'customer',
        id: newId('cus'),
        email: fields.email,
        metadata: fields.metadata,
        balance: 0,
        invoice_settings: { default_payment_method: null },
        deleted: false,
      }),
  ),
  'GET /customers': withParams(
    z.strictObject({ ...page, email: z.string().optional() }),
    (state, { email, ...query }) =>
      listView(
        state.list('customer').filter((one) => !one.deleted && (email ?? one.email) === one.email),
        query,
      ),
  ),
  'GET /customers/:id': retrieve('customer'),
  'POST /customers/:id': withParams(
    z.strictObject({
      email: z.exactOptional(z.string()),
      invoice_settings: z.exactOptional(z.strictObject({ default_payment_method: z.string() })),
    }),
    (state, change, id) => state.put({ ...find(state, 'customer', id), ...change }),
  ),
  'DELETE /customers/:id': withParams(noParams, (state, _params, id) => {
    const customer = find(state, 'customer', id);
    for (const one of state.list('subscription'))
      if (one.customer === id && !isOver(one)) endSubscription(state, one);
    return state.put({ ...customer, deleted: true });
  }),

  'GET /payment_methods/:id': retrieve('payment_method'),
  'GET /setup_intents/:id': retrieve('setup_intent'),

  'POST /checkout/sessions': withParams(
    z.strictObject({
      mode: z.enum(['subscription', 'setup']),
      customer: z.string(),
      client_reference_id: ignored,
      line_items: z
        .tuple([z.strictObject({ price: z.string(), quantity: z.literal('1') })])
        .optional(),
      automatic_tax: ignored,
      customer_update: ignored,
      currency: z.literal('eur').optional(),
      locale: ignored,
      metadata,
      subscription_data: z.strictObject({ metadata }).optional(),
      success_url: z.url(),
      cancel_url: z.url(),
    }),
    (state, { mode, line_items, subscription_data, ...fields }) => {
      find(state, 'customer', fields.customer);
      const id = newId('cs_test');
      return state.put<CheckoutSession>({
        object: 'checkout.session',
        id,
        created: state.nowSeconds,
        mode,
        status: 'open',
        payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
        customer: fields.customer,
        metadata: fields.metadata,
        success_url: fields.success_url,
        cancel_url: fields.cancel_url,
        url: `${state.origin}/__local/pago/${id}`,
        subscription: null,
        setup_intent: null,
        _price: line_items === undefined ? null : findPrice(line_items[0].price).id,
        _subscriptionMetadata: subscription_data?.metadata ?? {},
        _attempt: null,
        _authenticating: null,
      });
    },
  ),
  'GET /checkout/sessions': listOf('checkout.session'),
  'GET /checkout/sessions/:id': withParams(
    z.strictObject({ expand: z.tuple([z.literal('subscription')]).optional() }),
    (state, { expand }, id) => {
      const session = find(state, 'checkout.session', id);
      const subscription = expand && state.find('subscription', session.subscription);
      return { ...session, ...(subscription && { subscription }) };
    },
  ),
  'POST /checkout/sessions/:id/expire': withParams(noParams, (state, _params, id) => {
    const session = find(state, 'checkout.session', id);
    if (session.status !== 'open') throw invalidRequest(`The session is ${session.status}.`);
    return state.put<CheckoutSession>({ ...session, status: 'expired', url: null });
  }),

  'GET /subscriptions': listOf('subscription'),
  'GET /subscriptions/:id': retrieve('subscription'),
  'POST /subscriptions/:id': withParams(
    z.strictObject({
      items: items.optional(),
      proration_behavior: z.literal('always_invoice').optional(),
      proration_date: seconds.optional(),
      payment_behavior: z.literal('error_if_incomplete').optional(),
      metadata: metadata.optional(),
      cancel_at_period_end: isTrue.optional(),
      cancel_at: z.literal('').optional(),
      default_payment_method: z.string().optional(),
    }),
    (state, params, id) => {
      const before = find(state, 'subscription', id);
      if (isOver(before)) throw invalidRequest('A canceled subscription cannot be updated.');
      const [item] = before.items.data;
      const price = requestedPrice(before, params.items);
      const changed = changeSubscription(state, before, {
        metadata: { ...before.metadata, ...params.metadata },
        items: { data: [{ ...item, price }] },
        ...cancellation(before, params),
        ...(params.default_payment_method && {
          default_payment_method: find(state, 'payment_method', params.default_payment_method).id,
        }),
      });
      if (price.id === item.price.id) return changed;
      const { current_period_start: start, current_period_end: end } = item;
      const { proration_date: proratedAtSeconds = state.nowSeconds } = params;
      if (proratedAtSeconds < start || proratedAtSeconds > end)
        throw invalidRequest('The proration date must be within the current period.');
      const lines = prorationLines(before, price, proratedAtSeconds);
      const content = { billing_reason: 'subscription_update', lines, proratedAtSeconds } as const;
      const invoice = issueInvoice(state, changed, content);
      const outcome = charge(state, invoice, offSessionOutcome(state, invoice));
      if (outcome !== 'accept' && params.payment_behavior !== undefined) throw cardDeclined();
      return find(state, 'subscription', id);
    },
  ),
  'DELETE /subscriptions/:id': withParams(noParams, (state, _params, id) => {
    const subscription = find(state, 'subscription', id);
    if (isOver(subscription)) throw resourceMissing('subscription', id);
    return endSubscription(state, subscription);
  }),

  'GET /invoices': listOf('invoice'),
  'POST /invoices/create_preview': withParams(
    z.strictObject({
      subscription: z.string(),
      subscription_details: z.strictObject({
        items,
        proration_behavior: z.literal('always_invoice'),
      }),
    }),
    (state, params) => {
      const subscription = find(state, 'subscription', params.subscription);
      if (isOver(subscription)) throw invalidRequest('The subscription has no upcoming invoice.');
      const price = requestedPrice(subscription, params.subscription_details.items);
      const lines = prorationLines(subscription, price, state.nowSeconds);
      return draftInvoice(state, subscription, { billing_reason: 'subscription_update', lines });
    },
  ),
  'POST /invoices/:id/pay': withParams(
    z.strictObject({ payment_method: z.string() }),
    (state, params, id) => {
      const invoice = find(state, 'invoice', id);
      if (invoice.status !== 'open') throw invalidRequest(`Invoice is ${invoice.status}.`);
      const { _offSession: outcome } = find(state, 'payment_method', params.payment_method);
      if (charge(state, invoice, outcome) === 'accept') return find(state, 'invoice', id);
      return cardDeclined();
    },
  ),
  'POST /invoices/:id/void': withParams(noParams, (state, _params, id) => {
    const invoice = find(state, 'invoice', id);
    if (invoice.status !== 'open') throw invalidRequest(`Invoice is ${invoice.status}.`);
    const voided = state.put({ ...invoice, status: 'void' as const, next_payment_attempt: null });
    emitEvent(state, 'invoice.voided', voided);
    return voided;
  }),

  'GET /events': withParams(
    z.strictObject({
      ...page,
      types: z.array(z.string()).optional(),
      created: z.strictObject({ gte: seconds, lte: seconds }).optional(),
    }),
    (state, { types, created, ...query }) =>
      listView(
        state
          .list('event')
          .filter(({ type }) => types?.includes(type) ?? true)
          .filter((one) => !created || (one.created >= created.gte && one.created <= created.lte)),
        query,
      ),
  ),
};

/** Parses the parameters, and refuses what is not implemented, so that no code relies on it. */
function withParams<S extends z.ZodType>(schema: S, run: Run<z.output<S>>): Operation {
  return (state, params, id) => {
    const parsed = schema.safeParse(params);
    if (parsed.success) return run(state, parsed.data, id);
    const [issue] = parsed.error.issues;
    const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    const param = unknownKey ?? issue?.path.join('.') ?? '';
    const code = unknownKey === undefined ? 'parameter_invalid' : 'parameter_unknown';
    throw invalidRequest(`${param}: ${issue?.message}`, { code, param });
  };
}

function retrieve(kind: RecordKind): Operation {
  return withParams(noParams, (state, _params, id) => find(state, kind, id));
}

/** @throws StripeError 404 */
function find<K extends RecordKind>(state: StripeState, kind: K, id: string): RecordOf<K> {
  const found = state.find(kind, id);
  if (found === null) throw resourceMissing(kind, id);
  return found;
}

/** @throws StripeError 404 */
function findPrice(id: string): StripePrice {
  const found = prices.find((price) => price.id === id);
  if (found === undefined) throw resourceMissing('price', id);
  return found;
}

/** @throws StripeError 404 when the item is not the subscription's */
function requestedPrice(
  { items: { data } }: Subscription,
  wanted: z.output<typeof items> | undefined,
): StripePrice {
  if (wanted === undefined) return data[0].price;
  if (wanted[0].id !== data[0].id) throw resourceMissing('subscription_item', wanted[0].id);
  return findPrice(wanted[0].price);
}

function cancellation(
  { items: { data } }: Subscription,
  params: { cancel_at_period_end?: boolean | undefined; cancel_at?: '' | undefined },
): Partial<Subscription> {
  if (params.cancel_at_period_end)
    return { cancel_at_period_end: true, cancel_at: data[0].current_period_end };
  const isUndone = params.cancel_at_period_end === false || params.cancel_at === '';
  return isUndone ? { cancel_at_period_end: false, cancel_at: null } : {};
}

/** Of a customer or a subscription. Subscriptions that are over are listed only where a status is asked for. */
function listOf(kind: 'checkout.session' | 'subscription' | 'invoice'): Operation {
  const id = z.string().optional();
  const query = z.strictObject({ ...page, customer: id, subscription: id, status: id });
  return withParams(query, (state, { customer, subscription, status, ...cursor }) => {
    if (customer !== undefined) find(state, 'customer', customer);
    const records: readonly (CheckoutSession | Subscription | StripeInvoice)[] = state.list(kind);
    const found = records.filter((one) => {
      const of = one.object === 'invoice' ? one.parent.subscription_details.subscription : null;
      const isLeftOut = status === undefined && one.object === 'subscription' && isOver(one);
      return (
        !isLeftOut &&
        (status === undefined || status === 'all' || status === one.status) &&
        (customer === undefined || customer === one.customer) &&
        (subscription === undefined || subscription === of)
      );
    });
    return listView(found, cursor);
  });
}

/** One page, newest first. @param records oldest first */
function listView(
  records: readonly { readonly id: string }[],
  { limit, starting_after: after }: { limit: number; starting_after?: string | undefined },
) {
  const newestFirst = records.toReversed();
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url: '/v1' };
}
