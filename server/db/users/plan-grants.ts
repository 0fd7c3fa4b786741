/** Plan grants: the plan a user is entitled to, and who granted it. */
import type { PlanName } from '#domain/plans.ts';
import type { Database } from '../pool.ts';

export interface Grant {
  readonly uid: string;
  readonly plan: PlanName;
  /** `billing` follows payments; any other value is an operator's grant and overrides them. */
  readonly grantedBy: string;
}

export async function findGrant(db: Database, uid: string): Promise<Grant | null> {
  const { rows } = await db.query<Grant>(
    'select uid, plan, granted_by as "grantedBy" from plan_grants where uid = $1',
    [uid],
  );
  return rows[0] ?? null;
}

/** @returns the plan that an operator granted, which overrides what is paid; null without one */
export async function findOperatorGrant(db: Database, uid: string): Promise<PlanName | null> {
  const grant = await findGrant(db, uid);
  return grant === null || grant.grantedBy === 'billing' ? null : grant.plan;
}

export async function setGrant(db: Database, { uid, plan, grantedBy }: Grant): Promise<void> {
  await db.query(
    `insert into plan_grants (uid, plan, granted_by) values ($1, $2, $3)
     on conflict (uid) do update
        set plan = excluded.plan, granted_by = excluded.granted_by, updated_at = now()`,
    [uid, plan, grantedBy],
  );
}

export async function deleteGrant(db: Database, uid: string): Promise<void> {
  await db.query('delete from plan_grants where uid = $1', [uid]);
}
