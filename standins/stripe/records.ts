/** What the Stripe double stores, in the API's own format: the fields Vigía reads of each object, and those that begin with `_`. */
import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { plans } from '#domain/plans.ts';

/** Outcome of a charge. `authenticate`: the bank asks the card's owner first. */
export type ChargeOutcome = 'accept' | 'decline' | 'authenticate';

interface Stored<Kind extends string> {
  readonly object: Kind;
  readonly id: string;
}
interface Dated<Kind extends string> extends Stored<Kind> {
  /** Epoch seconds of the test clock, as every instant of the API. */
  readonly created: number;
}
type Metadata = Readonly<Record<string, string>>;

export interface Customer extends Stored<'customer'> {
  readonly email: string | null;
  readonly metadata: Metadata;
  /** Cents due on the next invoice; negative = credit. */
  readonly balance: number;
  readonly invoice_settings: { readonly default_payment_method: string | null };
  readonly deleted: boolean;
}

export interface PaymentMethod extends Stored<'payment_method'> {
  readonly card: {
    readonly brand: string;
    readonly last4: string;
    readonly exp_month: number;
    readonly exp_year: number;
  };
  /** Outcome of charges without the card's owner. */
  readonly _offSession: Exclude<ChargeOutcome, 'authenticate'>;
}

export interface CheckoutSession extends Dated<'checkout.session'> {
  readonly mode: 'subscription' | 'setup';
  readonly status: Stripe.Checkout.Session.Status;
  readonly payment_status: Stripe.Checkout.Session.PaymentStatus;
  readonly customer: string;
  readonly metadata: Metadata;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly url: string | null;
  readonly subscription: string | null;
  readonly setup_intent: string | null;
  readonly _price: string | null;
  readonly _subscriptionMetadata: Metadata;
  /** The subscription that is incomplete until a card is accepted. */
  readonly _attempt: string | null;
  /** The card whose owner has to authenticate. */
  readonly _authenticating: string | null;
}

export interface SetupIntent extends Stored<'setup_intent'> {
  readonly payment_method: string;
}

export interface Subscription extends Dated<'subscription'> {
  readonly customer: string;
  readonly status: Stripe.Subscription.Status;
  readonly metadata: Metadata;
  readonly cancel_at: number | null;
  readonly cancel_at_period_end: boolean;
  readonly ended_at: number | null;
  readonly default_payment_method: string | null;
  /** Periods are counted from here, so that a 31st is restored after a short month. */
  readonly billing_cycle_anchor: number;
  readonly latest_invoice: string | null;
  /** One: this account sells one item per subscription. */
  readonly items: { readonly data: readonly [SubscriptionItem] };
}

export interface SubscriptionItem {
  readonly id: string;
  readonly subscription: string;
  readonly price: StripePrice;
  readonly current_period_start: number;
  readonly current_period_end: number;
}

export interface InvoiceLine {
  readonly description: string;
  /** Cents, tax included; negative = credit. */
  readonly amount: number;
}

export interface StripeInvoice extends Dated<'invoice'> {
  readonly customer: string;
  readonly number: string | null;
  readonly status: Stripe.Invoice.Status;
  readonly billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  readonly total: number;
  readonly amount_due: number;
  readonly amount_paid: number;
  readonly amount_remaining: number;
  readonly starting_balance: number;
  readonly total_taxes: readonly [{ readonly amount: number }];
  readonly next_payment_attempt: number | null;
  readonly hosted_invoice_url: string | null;
  readonly status_transitions: {
    readonly finalized_at: number | null;
    readonly paid_at: number | null;
  };
  readonly parent: {
    readonly subscription_details: {
      readonly subscription: string;
      readonly subscription_proration_date: number;
    };
  };
  readonly lines: { readonly data: readonly InvoiceLine[] };
  readonly _firstFailedAt: number | null;
}

export interface StripeEvent extends Dated<'event'> {
  readonly type: string;
  readonly data: { readonly object: object };
}

/** One copy of an event for the product. Instants are epoch milliseconds of the real clock: the test clock may be far ahead. */
export interface Delivery extends Stored<'delivery'> {
  readonly event: string;
  readonly type: string;
  /** Those due at once are sent in this order. */
  readonly order: number;
  readonly state: 'pending' | 'held' | 'dropped' | 'delivered';
  readonly nextAttemptAtMs: number;
  /** Status or fault of each. */
  readonly attempts: readonly (number | string)[];
}

export interface IdempotentAnswer extends Stored<'idempotent'> {
  readonly fingerprint: string;
  readonly status: number;
  readonly body: object;
}

export const webhookModes = ['normal', 'delay', 'duplicate', 'drop'] as const;
export type WebhookMode = (typeof webhookModes)[number];

export interface ControlSettings extends Stored<'settings'> {
  /** How far the test clock is ahead of the real one. */
  readonly aheadSeconds: number;
  readonly webhookMode: WebhookMode;
}

export type StoredRecord =
  | Customer
  | PaymentMethod
  | CheckoutSession
  | SetupIntent
  | Subscription
  | StripeInvoice
  | StripeEvent
  | Delivery
  | IdempotentAnswer
  | ControlSettings;
export type RecordKind = StoredRecord['object'];
export type RecordOf<K extends RecordKind> = Extract<StoredRecord, { object: K }>;

const toPrice = ({ name, label, monthlyPriceCents }: (typeof plans)['premium' | 'elite']) =>
  ({
    id: `price_vigia_${name}`,
    object: 'price',
    currency: 'eur',
    lookup_key: `vigia_${name}`,
    nickname: `Vigía ${label}`,
    recurring: { interval: 'month', interval_count: 1 },
    tax_behavior: 'inclusive',
    unit_amount: monthlyPriceCents,
  }) as const;
export type StripePrice = ReturnType<typeof toPrice>;

/** The two monthly prices, derived from the plans. */
export const prices: readonly StripePrice[] = [toPrice(plans.premium), toPrice(plans.elite)];

/** @param prefix Stripe's, such as `cus`, `sub`, `in` */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
