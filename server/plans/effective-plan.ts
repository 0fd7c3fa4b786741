/** Writes a user's effective plan: what an operator granted overrides what is paid. */
import type pg from 'pg';
import type { PlanName } from '#domain/plans.ts';
import { findSubscription } from '../db/billing/billing-subscriptions.ts';
import { deleteGrant, findOperatorGrant, setGrant } from '../db/users/plan-grants.ts';
import { enqueueProjection } from '../db/users/projection-jobs.ts';
import type { User } from '../db/users/users.ts';
import { fitToPlan, type PlanFit } from './fit-to-plan.ts';
import { noSubscription, paidPlanOf } from './subscription-state.ts';

export interface PlanChange extends PlanFit {
  readonly before: PlanName;
  readonly after: PlanName;
}

/**
 * Grants the paid plan, unless an operator granted one.
 * @param user locked by the caller
 * @returns null when nothing changed
 */
export async function setPaidPlan(
  client: pg.PoolClient,
  user: User,
  plan: PlanName,
): Promise<PlanChange | null> {
  if (user.plan === plan || (await findOperatorGrant(client, user.uid)) !== null) return null;
  await setGrant(client, { uid: user.uid, plan, grantedBy: 'billing' });
  return applyPlan(client, user, plan);
}

/**
 * An operator's grant; `basico` revokes it, and the paid plan applies again.
 * @param user locked by the caller
 * @returns the effective plan
 */
export async function grantPlan(
  client: pg.PoolClient,
  user: User,
  plan: PlanName,
): Promise<PlanName> {
  const stored = await findSubscription(client, user.uid);
  const paidPlan = paidPlanOf(stored ?? noSubscription);
  if (plan !== 'basico') await setGrant(client, { uid: user.uid, plan, grantedBy: 'admin' });
  else if (stored !== null)
    await setGrant(client, { uid: user.uid, plan: paidPlan, grantedBy: 'billing' });
  else await deleteGrant(client, user.uid);
  const after = plan === 'basico' ? paidPlan : plan;
  await applyPlan(client, user, after);
  return after;
}

async function applyPlan(client: pg.PoolClient, user: User, after: PlanName): Promise<PlanChange> {
  const fitted = await fitToPlan(client, user, after);
  await enqueueProjection(client, user.uid);
  return { before: user.plan, after, ...fitted };
}
