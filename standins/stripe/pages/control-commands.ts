/** Commands of the control page (clock, webhook mode, deliveries, card outcome) and the state it shows. */
import * as z from 'zod';
import { cardToCharge } from '../billing/invoicing.ts';
import type { Transaction } from '../state/record-store.ts';
import { chargeOutcome, type DeliveryRecord, webhookModes } from '../state/records.ts';
import { advanceTestClock } from '../state/test-clock.ts';
import { storedInvoiceView, viewById } from '../views/view-by-id.ts';

const nonNegative = z.coerce.number().int().min(0);
const maxMonths = 120;

export const clockCommand = z
  .object({
    months: nonNegative.max(maxMonths).default(0),
    days: nonNegative.max(3_660).default(0),
    seconds: nonNegative.max(31_536_000).default(0),
  })
  .strict();
export const webhookModeCommand = z.strictObject({ mode: z.enum(webhookModes) });
export const deliverCommand = z.strictObject({
  /** Only these events; absent = all held deliveries. */
  events: z.union([z.array(z.string()), z.string().transform((id) => [id])]).optional(),
  order: z.enum(['asHappened', 'newestFirst']).default('asHappened'),
});
export const cardCommand = z.strictObject({ outcome: chargeOutcome });

export const advanceClock = (tx: Transaction, by: z.output<typeof clockCommand>): void =>
  advanceTestClock(tx, by);

export function setWebhookMode(
  tx: Transaction,
  { mode }: z.output<typeof webhookModeCommand>,
): void {
  tx.put({ ...tx.settings(), webhookMode: mode });
}

/** Makes held deliveries pending, or those of the named events whatever their state. */
export function scheduleDeliveries(
  tx: Transaction,
  { events, order }: z.output<typeof deliverCommand>,
): { released: number } {
  const isSelected = ({ event, state }: DeliveryRecord) =>
    events?.includes(event) ?? state === 'held';
  const selected = tx.list('delivery').filter(isSelected);
  for (const delivery of selected) {
    const newestFirst = order === 'newestFirst';
    tx.put({ ...delivery, state: 'pending', newestFirst, nextAttemptAt: Date.now() });
  }
  return { released: selected.length };
}

/** Sets the outcome of the next charges of the customer's stored cards. @returns false without a card */
export function setCardOutcome(
  tx: Transaction,
  customer: string,
  { outcome }: z.output<typeof cardCommand>,
): boolean {
  const cards = cardsInUse(tx, customer);
  for (const card of cards) tx.put({ ...card, whenAbsent: outcome });
  return cards.length > 0;
}

/** The cards that would be charged: each subscription's, and the customer's default. */
export function cardsInUse(tx: Transaction, customer: string) {
  const defaultCard = tx.find('customer', customer)?.defaultPaymentMethod;
  const ids = new Set<string>(defaultCard ? [defaultCard] : []);
  for (const subscription of tx.list('subscription')) {
    if (subscription.customer !== customer) continue;
    const card = cardToCharge(tx, { customer, subscription: subscription.id });
    if (card) ids.add(card.id);
  }
  return [...ids].map((id) => tx.find('payment_method', id)).filter((card) => card !== null);
}

/** All records in the API's format, for tests. */
export function describeState(tx: Transaction) {
  const { webhookMode, aheadSeconds } = tx.settings();
  const views = (records: readonly { id: string }[]) => records.map(({ id }) => viewById(tx, id));
  return {
    now: tx.nowSeconds,
    aheadSeconds,
    webhookMode,
    customers: views(tx.list('customer')),
    sessions: views(tx.list('session')),
    subscriptions: views(tx.list('subscription')),
    invoices: tx.list('invoice').map((invoice) => storedInvoiceView(tx, invoice)),
    deliveries: tx
      .list('delivery')
      .map(({ kind: _kind, newestFirst: _order, ...delivery }) => delivery),
  };
}
