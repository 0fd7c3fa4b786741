/** What a receiver's answer means, as its kind's transport reads it, and what follows for the delivery. */
import type { ClaimedDelivery } from '../db/deliveries/claim-deliveries.ts';

/** Hands one delivery to its receiver, and reads what the answer means. */
export interface Transport<Delivery extends ClaimedDelivery = ClaimedDelivery> {
  /** Never rejects for what the other side does. */
  send(delivery: Delivery): Promise<AnswerOf>;
  close(): void | Promise<void>;
}

export type Answer =
  | Outcome
  /** A refusal of this receiver, or of us: what others are answered shows which (kind-hold.ts). In doubt it waits. */
  | {
      readonly means: 'unclear';
      readonly presumed: 'us' | 'nobody';
      /** Who is refused for good if it was not us. */
      readonly of: RefusedPart;
      readonly reason: string;
      readonly dealsWithUs: boolean;
      readonly log?: LogDetails;
    };

export type Outcome =
  | { readonly means: 'accepted' }
  /** Tried again. */
  | {
      readonly means: 'later';
      readonly reason: string;
      /** What the other side asked for; never sooner. */
      readonly retryAfterMs?: number | null;
      /** It answered to this very message: it refuses nobody as such. */
      readonly dealsWithUs?: boolean;
      readonly log?: LogDetails;
    }
  /** Us, not the message: the whole kind waits and is probed. Not an attempt. */
  | { readonly means: 'refusedForUs'; readonly reason: string; readonly log?: LogDetails }
  /** For good: the message is given up; the third one of its channel in a row stops that. */
  | {
      readonly means: 'refused';
      readonly of: RefusedPart;
      readonly reason: string;
      readonly log?: LogDetails;
    }
  /** The channel has ended: it is removed. */
  | { readonly means: 'gone' };

type RefusedPart = 'message' | 'channel';

interface LogDetails {
  /** The other side's words without addresses or secrets, for the log and /health; absent = the reason is such. */
  readonly reason?: string;
  readonly code?: unknown;
  readonly responseCode?: unknown;
}

/** An answer, and who gave it. */
export type AnswerOf = Answer & {
  /** An origin; one for all of a kind that has one service. */
  readonly service: string;
};
