/** Counts outcomes of attempts. */
import { channelKinds } from '#domain/channels.ts';
import type { ClaimedDelivery } from '../db/deliveries/claim-deliveries.ts';
import type { Metrics } from '../metrics.ts';
import type { Outcome } from './answer.ts';
import type { DeliveryTransition } from './delivery-state.ts';

/** Without a first value `increase()` would not see the first one. */
export function prepareCounters(metrics: Pick<Metrics, 'deliveries' | 'channelsEnded'>): void {
  for (const kind of ['mail', ...channelKinds])
    for (const outcome of ['accepted', 'failed', 'parked'])
      metrics.deliveries.inc({ kind, outcome }, 0);
  for (const kind of channelKinds) metrics.channelsEnded.inc({ kind }, 0);
}

export function countOutcome(
  { deliveries }: Pick<Metrics, 'deliveries'>,
  { kind }: Pick<ClaimedDelivery, 'kind'>,
  { means }: Outcome,
  { state }: DeliveryTransition,
): void {
  deliveries.inc({ kind, outcome: means === 'later' && state === 'failed' ? 'failed' : means });
}
