/** Checkout sessions in the API's format. */
import type Stripe from 'stripe';
import { includedTax } from '../billing/tax-and-proration.ts';
import { type PlanPrice, priceById } from '../state/plan-prices.ts';
import type { CheckoutSession } from '../state/records.ts';
import { completeList, type ListView } from './list-view.ts';
import { priceView } from './price-view.ts';

export const checkoutPath = (sessionId: string): string => `/__local/pago/${sessionId}`;

/** @param origin of the checkout page */
export function checkoutSessionView(session: CheckoutSession, origin: string) {
  const price = session.price === null ? null : priceById(session.price);
  const isComplete = session.status === 'complete';
  const subscribes = session.mode === 'subscription';
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: price?.cents ?? null,
    amount_total: price?.cents ?? null,
    automatic_tax: {
      enabled: subscribes,
      liability: subscribes ? { type: 'self' } : null,
      provider: subscribes ? 'stripe' : null,
      status: subscribes ? 'complete' : null,
    },
    billing_address_collection: null,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: session.created,
    currency: 'eur',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: session.customer,
    customer_account: null,
    customer_creation: subscribes && session.customer === null ? 'always' : null,
    customer_details:
      session.customerEmail === null
        ? null
        : {
            address: null,
            business_name: null,
            email: session.customerEmail,
            individual_name: null,
            name: null,
            phone: null,
            tax_exempt: 'none',
            tax_ids: [],
          },
    customer_email: session.customer === null ? session.customerEmail : null,
    discounts: [],
    expires_at: session.expiresAt,
    integration_identifier: null,
    invoice: isComplete ? session.invoice : null,
    invoice_creation: null,
    livemode: false,
    locale: session.locale,
    managed_payments: null,
    metadata: session.metadata,
    mode: session.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: subscribes ? 'always' : null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: subscribes ? (isComplete ? 'paid' : 'unpaid') : 'no_payment_required',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: isComplete ? session.setupIntent : null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: null,
    subscription: isComplete ? session.subscription : null,
    success_url: session.successUrl,
    total_details:
      price === null
        ? null
        : { amount_discount: 0, amount_shipping: 0, amount_tax: includedTax(price.cents) },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? origin + checkoutPath(session.id) : null,
    wallet_options: null,
  } satisfies Stripe.Checkout.Session;
}

/** Line items, included only with `expand[]=line_items`. */
export function sessionLines(session: CheckoutSession): ListView<object> {
  const lines = session.price === null ? [] : [lineView(priceById(session.price), session.id)];
  return completeList(lines, `/v1/checkout/sessions/${session.id}/line_items`);
}

function lineView(price: PlanPrice, sessionId: string) {
  return {
    id: `li_${sessionId.slice(-14)}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: price.cents,
    amount_tax: includedTax(price.cents),
    amount_total: price.cents,
    currency: 'eur',
    description: price.name,
    metadata: {},
    price: priceView(price),
    quantity: 1,
  } satisfies Omit<Stripe.LineItem, 'price'> & { price: object };
}
