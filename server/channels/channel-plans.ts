/** Which plan includes which kinds of channels. */
import type { ChannelKind } from '#domain/channels.ts';
import { type PlanName, planNames, plans } from '#domain/plans.ts';

export const includesKind = (plan: PlanName, kind: ChannelKind): boolean =>
  plans[plan].channelKinds.some((included) => included === kind);

export const smallestPlanWith = (kind: ChannelKind): PlanName =>
  planNames.find((plan) => includesKind(plan, kind)) ?? 'elite';
