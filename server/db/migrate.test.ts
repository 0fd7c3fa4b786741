/** Migrations on a database with rows: what the release before stored is there, and the code of this one reads it. */
import { expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertMatch } from '#tests/support/insert-match.ts';
import { migrateUntil } from '#tests/support/migrate-until.ts';
import { findSubscription } from './billing/billing-subscriptions.ts';
import { listDataGaps } from './market/data-gaps.ts';
import { migrate } from './migrate.ts';
import { findGrant } from './users/plan-grants.ts';
import { listThresholds } from './users/thresholds.ts';

const { pool, url } = await openTestDatabase();

it('0011 renames tables and columns, and keeps every row', async () => {
  await migrateUntil(pool, '0010_silences');
  const facts = {
    subscriptionId: 'sub_1',
    createdAt: 1_700_000_000_000,
    readAt: 1_700_000_100_000,
    plan: 'premium',
    status: 'active',
    periodStart: 1_700_000_000_000,
    periodEnd: 1_702_600_000_000,
    endsAt: null,
    owedSince: null,
  };
  await insertMatch(pool, 'm1');
  await pool.query(`
    insert into users (uid, email, username) values ('ana', 'ana@correo.example', 'ana');
    insert into subscriptions (uid, plan, granted_by) values ('ana', 'premium', 'billing');
    insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, band_bp,
                            pausa, silenciado_hasta)
      values ('ana', 't1', 'match', 'm1', 'm1', 'below', 800, 'EUR', 250, 'usuario', '2026-12-01Z');
    insert into threshold_commands (threshold_key, action, version) select key, 'foreign', 1 from thresholds;
    insert into silences values ('test', '2026-01-01T00:00Z', '2026-01-01T06:00Z');
  `);
  await pool.query(
    `insert into billing_subscriptions (uid, subscription_id, state, facts, details, read_order)
     values ('ana', 'sub_1', 'active', $1, '{"itemId": "si_1"}', 7)`,
    [JSON.stringify(facts)],
  );

  await migrate(url);

  expect(await findGrant(pool, 'ana')).toEqual({
    uid: 'ana',
    plan: 'premium',
    grantedBy: 'billing',
  });
  expect(await listThresholds(pool, 'ana')).toMatchObject([
    {
      id: 't1',
      pauseReason: 'usuario',
      snoozedUntil: new Date('2026-12-01Z'),
      rule: { bandBp: 250 },
    },
  ]);
  expect(await findSubscription(pool, 'ana')).toMatchObject({
    state: 'active',
    syncSeq: 7,
    details: { itemId: 'si_1' },
    facts: { createdAtMs: facts.createdAt, readAtMs: facts.readAt, endsAtMs: null },
  });
  const { rows } = await pool.query('select action from threshold_commands');
  expect(rows).toEqual([{ action: 'currency_mismatch' }]);
  expect(await listDataGaps(pool, new Date('2026-01-01Z'))).toEqual([
    { from: new Date('2026-01-01T00:00Z'), to: new Date('2026-01-01T06:00Z') },
  ]);
});
