/** Hands one delivery to its receiver, and reads what the answer means. */
import type { ClaimedDelivery } from '../db/deliveries/claim-deliveries.ts';
import type { AnswerOf } from './answer.ts';

export interface Transport<Delivery extends ClaimedDelivery = ClaimedDelivery> {
  /** Never rejects for what the other side does. */
  send(delivery: Delivery): Promise<AnswerOf>;
  close(): void | Promise<void>;
}
