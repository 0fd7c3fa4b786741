/** Emits events: stored in the change's transaction, with webhook deliveries (transactional outbox). */
import Stripe from 'stripe';
import { newId, type Transaction } from './record-store.ts';
import type { DeliveryRecord } from './records.ts';

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

/** In “reorder” mode, events this close together are sent newest first. */
const reorderWindowMs = 300;

/** @param before the object before the change, for `previous_attributes` */
export function emitEvent(tx: Transaction, type: EventType, object: object, before?: object): void {
  const settings = tx.settings();
  const sequence = settings.eventSequence + 1;
  tx.put({ ...settings, eventSequence: sequence });
  const id = newId('evt');
  const previous =
    before === undefined ? {} : { previous_attributes: previousAttributes(before, object) };
  tx.put({
    kind: 'event',
    id,
    created: tx.nowSeconds,
    sequence,
    type,
    body: {
      id,
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: tx.nowSeconds,
      data: { object, ...previous },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    },
  });
  const copies = settings.webhookMode === 'duplicate' ? 2 : 1;
  for (let copy = 1; copy <= copies; copy += 1) {
    tx.put(newDelivery({ event: id, type, sequence, copy }, settings.webhookMode));
  }
}

type EventCopy = Pick<DeliveryRecord, 'event' | 'type' | 'sequence'> & { copy: number };

function newDelivery({ copy, ...event }: EventCopy, mode: string): DeliveryRecord {
  return {
    ...event,
    kind: 'delivery',
    id: `${event.event}:${copy}`,
    state: mode === 'delay' ? 'held' : mode === 'drop' ? 'dropped' : 'pending',
    newestFirst: mode === 'reorder',
    nextAttemptAt: Date.now() + (mode === 'reorder' ? reorderWindowMs : 0),
    attempts: [],
  };
}

/** Old values of the top-level properties that have changed. */
function previousAttributes(before: object, now: object): Record<string, unknown> {
  const after: Record<string, unknown> = { ...now };
  return Object.fromEntries(
    Object.entries(before).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(after[key]),
    ),
  );
}
