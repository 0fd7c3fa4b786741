/** Gives a user a plan as the operator does, with everything that follows from it. */
import type pg from 'pg';
import type { PlanName } from '#domain/plans.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { lockUser } from '#server/db/users/users.ts';
import { grantPlan } from '#server/plans/effective-plan.ts';

export async function grantPlanTo(pool: pg.Pool, uid: string, plan: PlanName): Promise<void> {
  await inTransaction(pool, async (client) => {
    const user = await lockUser(client, uid);
    if (user === null) throw new Error(`there is no user ${uid}`);
    await grantPlan(client, user, plan);
  });
}
