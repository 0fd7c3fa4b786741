/** What the control page and tests may do to the double's world: time, webhooks, cards. */
import * as z from 'zod';
import { storedCard } from '../billing/invoicing.ts';
import { chargeOutcome, type Delivery, webhookModes } from '../state/records.ts';
import type { Transaction } from '../state/store.ts';
import { advance } from '../state/test-clock.ts';
import { invoiceOf, viewById } from '../views/view-by-id.ts';

const amount = z.coerce.number().int().min(0);
const longestMonths = 120;

export const clockOrder = z
  .object({
    months: amount.max(longestMonths).default(0),
    days: amount.max(3_660).default(0),
    seconds: amount.max(31_536_000).default(0),
  })
  .strict();
export const modeOrder = z.strictObject({ mode: z.enum(webhookModes) });
export const deliveryOrder = z.strictObject({
  /** Of these events alone; all that are held when not given. */
  events: z.union([z.array(z.string()), z.string().transform((id) => [id])]).optional(),
  order: z.enum(['asHappened', 'newestFirst']).default('asHappened'),
});
export const cardOrder = z.strictObject({ outcome: chargeOutcome });

export const advanceClock = (draft: Transaction, by: z.output<typeof clockOrder>): void =>
  advance(draft, by);

export function setMode(draft: Transaction, { mode }: z.output<typeof modeOrder>): void {
  draft.put({ ...draft.settings(), webhookMode: mode });
}

/** Held ones are sent; named ones are sent again, whatever became of them. */
export function release(
  draft: Transaction,
  { events, order }: z.output<typeof deliveryOrder>,
): { released: number } {
  const isMeant = ({ event, state }: Delivery) => events?.includes(event) ?? state === 'held';
  const meant = draft.list('delivery').filter(isMeant);
  for (const delivery of meant) {
    const newestFirst = order === 'newestFirst';
    draft.put({ ...delivery, state: 'pending', newestFirst, nextAttemptAt: Date.now() });
  }
  return { released: meant.length };
}

/** What happens when the customer's stored card is charged next. @returns false without a card */
export function setCardOutcome(
  draft: Transaction,
  customer: string,
  { outcome }: z.output<typeof cardOrder>,
): boolean {
  const cards = cardsInUse(draft, customer);
  for (const card of cards) draft.put({ ...card, whenAbsent: outcome });
  return cards.length > 0;
}

/** The cards that would be charged: each subscription's, and the customer's own. */
export function cardsInUse(draft: Transaction, customer: string) {
  const own = draft.find('customer', customer)?.defaultPaymentMethod;
  const ids = new Set<string>(own ? [own] : []);
  for (const subscription of draft.list('subscription')) {
    if (subscription.customer !== customer) continue;
    const card = storedCard(draft, { customer, subscription: subscription.id });
    if (card) ids.add(card.id);
  }
  return [...ids].map((id) => draft.find('payment_method', id)).filter((card) => card !== null);
}

/** Everything, as the API would show it, for tests. */
export function everything(draft: Transaction) {
  const { webhookMode, aheadSeconds } = draft.settings();
  const views = (records: readonly { id: string }[]) =>
    records.map(({ id }) => viewById(draft, id));
  return {
    now: draft.now,
    aheadSeconds,
    webhookMode,
    customers: views(draft.list('customer')),
    sessions: views(draft.list('session')),
    subscriptions: views(draft.list('subscription')),
    invoices: draft.list('invoice').map((invoice) => invoiceOf(draft, invoice)),
    deliveries: draft
      .list('delivery')
      .map(({ kind: _kind, newestFirst: _order, ...delivery }) => delivery),
  };
}
