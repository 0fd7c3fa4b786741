/** Emits events: stored in the change's transaction, with what is to be sent of them (transactional outbox). */
import { newId, type StoredRecord, type StripeEvent } from './records.ts';
import type { StripeState } from './stripe-state.ts';

type EventType =
  | 'checkout.session.completed'
  | `customer.subscription.${'created' | 'updated' | 'deleted'}`
  | `invoice.${'finalized' | 'paid' | 'payment_failed' | 'voided'}`;

export function emitEvent(state: StripeState, type: EventType, object: StoredRecord): void {
  const created = state.nowSeconds;
  const event: StripeEvent = { object: 'event', id: newId('evt'), created, type, data: { object } };
  state.put(event);
  const { webhookMode: mode } = state.settings();
  const order = state.list('event').length;
  for (let copy = 1; copy <= (mode === 'duplicate' ? 2 : 1); copy += 1)
    state.put({
      object: 'delivery',
      id: `${event.id}:${copy}`,
      event: event.id,
      type,
      order,
      state: mode === 'delay' ? 'held' : mode === 'drop' ? 'dropped' : 'pending',
      nextAttemptAtMs: Date.now(),
      attempts: [],
    });
}
