/** Runs the subscription machine over what is held: facts in, state out. Pure. */
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

export function applyEvent(life: SubscriptionRecord, event: SubscriptionEvent): SubscriptionRecord {
  const [next] = transition(subscriptionMachine, snapshotOf(life), event);
  return { state: next.value, facts: next.context.facts };
}

/** The plan that is paid for. */
export const paidPlanOf = (life: SubscriptionRecord): PlanName =>
  snapshotOf(life).hasTag('paid') && life.facts !== null ? life.facts.plan : 'basico';

/** Until when a failed charge leaves the plan; null when nothing is owed. */
export const graceUntil = ({ state, facts }: SubscriptionRecord): number | null =>
  state === 'pastDue' && facts !== null ? (facts.owedSince ?? facts.readAtMs) + graceMs : null;

/** When time alone ends it; null when only the provider can. */
export function expiresAt(life: SubscriptionRecord): number | null {
  if (life.state === 'cancelScheduled') return life.facts?.endsAtMs ?? null;
  return graceUntil(life);
}
