/** Counts outcomes of attempts; under the names of the release before, too, until operators' rules have changed. */
import { channelKinds } from '#domain/channels.ts';
import type { ClaimedDelivery } from '../db/deliveries/claim-deliveries.ts';
import type { Metrics } from '../metrics.ts';
import type { Outcome } from './answer.ts';
import type { DeliveryTransition } from './delivery-state.ts';

const kinds = ['mail', ...channelKinds] as const;

type Counted = Pick<
  Metrics,
  | 'deliveries'
  | 'channelsEnded'
  | 'mailsSent'
  | 'mailsRetried'
  | 'mailsFailed'
  | 'channelDeliveries'
>;

/** Without a first value `increase()` would not see the first one. */
export function prepareCounters(metrics: Counted): void {
  for (const kind of kinds)
    for (const outcome of ['accepted', 'failed', 'parked'])
      metrics.deliveries.inc({ kind, outcome }, 0);
  for (const kind of channelKinds) {
    metrics.channelDeliveries.inc({ kind, outcome: 'parked' }, 0);
    metrics.channelsEnded.inc({ kind }, 0);
  }
}

export function countOutcome(
  metrics: Counted,
  { kind, cause }: Pick<ClaimedDelivery, 'kind' | 'cause'>,
  outcome: Outcome,
  { state }: DeliveryTransition,
): void {
  const isGivenUp = outcome.means === 'later' && state === 'failed';
  metrics.deliveries.inc({ kind, outcome: isGivenUp ? 'failed' : outcome.means });
  if (kind !== 'mail') metrics.channelDeliveries.inc({ kind, outcome: formerName(outcome) });
  else if (state === 'sent') metrics.mailsSent.inc({ kind: cause });
  else if (state === 'failed') metrics.mailsFailed.inc({ kind: cause });
  else if (outcome.means === 'later') metrics.mailsRetried.inc({ kind: cause });
}

export function countParked(
  metrics: Counted,
  { kind, cause }: Pick<ClaimedDelivery, 'kind' | 'cause'>,
): void {
  metrics.deliveries.inc({ kind, outcome: 'parked' });
  if (kind === 'mail') metrics.mailsFailed.inc({ kind: cause });
  else metrics.channelDeliveries.inc({ kind, outcome: 'parked' });
}

function formerName(outcome: Outcome): string {
  if (outcome.means === 'accepted') return 'sent';
  if (outcome.means === 'refusedForUs') return 'held';
  if (outcome.means === 'refused') return outcome.of === 'message' ? 'unsendable' : 'rejected';
  return outcome.means;
}
