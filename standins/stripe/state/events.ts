/** What happened, told to the product: each event is stored with the change it tells of, and sent afterwards. */
import Stripe from 'stripe';
import type { Delivery } from './records.ts';
import { newId, type Transaction } from './store.ts';

export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.created'
  | 'invoice.finalized'
  | 'invoice.paid'
  | 'invoice.payment_failed'
  | 'invoice.payment_action_required'
  | 'invoice.voided';

/** In “reorder”, events that come within this time of each other are sent newest first. */
const gatheringMs = 300;

/** @param before how the object looked, for events that tell of a change */
export function emit(draft: Transaction, type: EventType, object: object, before?: object): void {
  const held = draft.settings();
  const sequence = held.eventSequence + 1;
  draft.put({ ...held, eventSequence: sequence });
  const id = newId('evt');
  const previous = before === undefined ? {} : { previous_attributes: changed(before, object) };
  draft.put({
    kind: 'event',
    id,
    created: draft.now,
    sequence,
    type,
    body: {
      id,
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: draft.now,
      data: { object, ...previous },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    },
  });
  const copies = held.webhookMode === 'duplicate' ? 2 : 1;
  for (let copy = 1; copy <= copies; copy += 1) {
    draft.put(newDelivery({ event: id, type, sequence, copy }, held.webhookMode));
  }
}

type EventCopy = Pick<Delivery, 'event' | 'type' | 'sequence'> & { copy: number };

function newDelivery({ copy, ...event }: EventCopy, mode: string): Delivery {
  return {
    ...event,
    kind: 'delivery',
    id: `${event.event}:${copy}`,
    state: mode === 'delay' ? 'held' : mode === 'drop' ? 'dropped' : 'pending',
    newestFirst: mode === 'reorder',
    nextAttemptAt: Date.now() + (mode === 'reorder' ? gatheringMs : 0),
    attempts: [],
  };
}

/** The old value of everything at the top that is different now. */
function changed(before: object, now: object): Record<string, unknown> {
  const after: Record<string, unknown> = { ...now };
  return Object.fromEntries(
    Object.entries(before).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(after[key]),
    ),
  );
}
