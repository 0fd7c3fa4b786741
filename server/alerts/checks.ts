/** Users' checks (alerts.md, rule 8): everything fired since the last one goes into one mail. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { inTransaction } from '../db/transaction.ts';
import { findUser } from '../db/users.ts';
import { type AlertInMail, alertMail } from '../mail/alert-mail.ts';
import { signLink } from '../mail/links.ts';
import { enqueueMail } from '../mail/outbox.ts';
import type { Metrics } from '../metrics.ts';
import { quietUntil } from './quiet-hours.ts';

const tickMs = 250;
interface Parts {
  readonly pool: pg.Pool;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
}

/** @returns whether a user's check was due */
export function runCheck({ pool, config, metrics }: Parts): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const due = await client.query<{ uid: string }>(
      `select uid from pending_checks where due_at <= now() order by due_at limit 1 for update skip locked`,
    );
    const uid = due.rows[0]?.uid;
    if (uid === undefined) return false;
    const user = await findUser(client, uid);
    const { silencio, correo } = user?.notifications ?? { silencio: null, correo: 'baja' };
    const until = quietUntil(silencio, new Date());
    if (until !== null) {
      await client.query(`update pending_checks set due_at = $2 where uid = $1`, [uid, until]);
      return true;
    }
    // Whoever confirms the address asks for another check; until then the alerts wait.
    await client.query(`delete from pending_checks where uid = $1`, [uid]);
    if (
      user === null ||
      user.emailConfirmedAt === null ||
      user.estado !== 'activo' ||
      correo === 'baja'
    )
      return true;
    const { rows } = await client.query<AlertInMail>(
      `select a.id, t.id as "thresholdId", t.key, a.version, a.episode, a.condition, a.rule_value as value,
         a.value_cents as "valueCents", a.currency, a.already, a.observed_at as "observedAt",
         a.match_id as "matchId", m.name as "matchName",
         m.name || coalesce(', ' || case when a.target_kind = 'match' then a.category else c.name end, '') as "targetName",
         (select min(f.floor_cents) from collectibles f where f.currency = a.currency and
            case when a.target_kind = 'collectible' then f.id = a.target_id
                 else f.match_id = a.match_id and (a.category is null or f.category = a.category) end) as "nowCents"
       from alerts a join thresholds t on t.key = a.threshold_key join matches m on m.id = a.match_id
         join collectibles c on c.id = a.collectible_id
       where a.uid = $1 and a.outbox_id is null order by a.id for update of a skip locked`,
      [uid],
    );
    const [first, ...rest] = rows;
    if (first === undefined) return true;
    const expiresAt = Date.now() + 30 * 86_400_000;
    const act = (purpose: 'snooze' | 'pause' | 'unsubscribe', subject: string) =>
      `${config.appOrigin}/api/alerts/actions?token=${signLink({ purpose, uid, subject, expiresAt }, config.linkSecret)}`;
    const unsubscribe = act('unsubscribe', '');
    const mail = alertMail(
      [first, ...rest],
      {
        chart: (alert) =>
          `${config.appOrigin}/dashboard/partidos/${encodeURIComponent(alert.matchId)}`,
        snooze: (alert) => act('snooze', String(alert.key)),
        pause: (alert) => act('pause', String(alert.key)),
        unsubscribe,
      },
      silencio?.zona ?? 'Europe/Madrid',
    );
    const id = await enqueueMail(client, {
      ...mail,
      uid,
      kind: 'alert',
      to: user.email,
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'X-Vigia-Alerts': rows.map((a) => `${a.thresholdId}/${a.version}/${a.episode}`).join(', '),
      },
    });
    await client.query(`update alerts set outbox_id = $1 where id = any($2::bigint[])`, [
      id,
      rows.map((a) => a.id),
    ]);
    metrics.checksRun.inc();
    return true;
  });
}

export function startChecks(parts: Parts): { close(): Promise<void> } {
  let closed = false;
  const run = async () => {
    while (!closed) {
      const worked = await runCheck(parts).catch((error: unknown) => {
        parts.log.error({ err: error }, 'a check failed');
        return false;
      });
      if (!worked && !closed) await new Promise((resolve) => setTimeout(resolve, tickMs));
    }
  };
  const running = run();
  return {
    async close() {
      closed = true;
      await running;
    },
  };
}
