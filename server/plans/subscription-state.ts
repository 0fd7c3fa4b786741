/** Applies events to the stored state with the subscription machine. Pure. */
import { transition } from 'xstate';
import type { PlanName } from '#domain/plans.ts';
import {
  graceMs,
  type SubscriptionEvent,
  type SubscriptionFacts,
  type SubscriptionStatus,
  subscriptionMachine,
} from '#machines/subscription.machine.ts';

export interface SubscriptionRecord {
  readonly state: SubscriptionStatus;
  readonly facts: SubscriptionFacts | null;
}

export const noSubscription: SubscriptionRecord = { state: 'none', facts: null };

const snapshotOf = ({ state, facts }: SubscriptionRecord) =>
  subscriptionMachine.resolveState({ value: state, context: { facts } });

export function applyEvent(
  record: SubscriptionRecord,
  event: SubscriptionEvent,
): SubscriptionRecord {
  const [next] = transition(subscriptionMachine, snapshotOf(record), event);
  return { state: next.value, facts: next.context.facts };
}

/** The plan that is paid for, `basico` when none is. */
export const paidPlanOf = (record: SubscriptionRecord): PlanName =>
  snapshotOf(record).hasTag('paid') && record.facts !== null ? record.facts.plan : 'basico';

/** End of the grace period after a failed charge, epoch milliseconds; null when nothing is owed. */
export const graceEndsAtMs = ({ state, facts }: SubscriptionRecord): number | null =>
  state === 'pastDue' && facts !== null ? (facts.owedSince ?? facts.readAtMs) + graceMs : null;

/** When it ends without an event of the provider, epoch milliseconds; null when it does not. */
export function expiresAtMs(record: SubscriptionRecord): number | null {
  if (record.state === 'cancelScheduled') return record.facts?.endsAtMs ?? null;
  return graceEndsAtMs(record);
}
