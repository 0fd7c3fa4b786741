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

export interface Life {
  readonly state: SubscriptionStatus;
  readonly facts: SubscriptionFacts | null;
}

export const neverSubscribed: Life = { state: 'none', facts: null };

const snapshotOf = ({ state, facts }: Life) =>
  subscriptionMachine.resolveState({ value: state, context: { facts } });

export function fold(life: Life, event: SubscriptionEvent): Life {
  const [next] = transition(subscriptionMachine, snapshotOf(life), event);
  return { state: next.value, facts: next.context.facts };
}

/** The plan that is paid for. */
export const paidPlanOf = (life: Life): PlanName =>
  snapshotOf(life).hasTag('paid') && life.facts !== null ? life.facts.plan : 'basico';

/** Until when a failed charge leaves the plan; null when nothing is owed. */
export const graceUntil = ({ state, facts }: Life): number | null =>
  state === 'pastDue' && facts !== null ? (facts.owedSince ?? facts.readAt) + graceMs : null;

/** When time alone ends it; null when only the provider can. */
export function endsByTime(life: Life): number | null {
  if (life.state === 'cancelScheduled') return life.facts?.endsAt ?? null;
  return graceUntil(life);
}
