/** Writes the one mail of a check: the newest alerts in full, the others counted, all of them given to it. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { giveToMail, readAlertsToTell, type WaitingAlert } from '../db/alerts-to-tell.ts';
import { insertParked } from '../db/outbox.ts';
import { readDayAgo } from '../db/price-history.ts';
import { readSource } from '../db/source.ts';
import type { User } from '../db/users.ts';
import { type AlertLinks, composeAlertMail, type Piece, pieceOf } from '../mail/alert-mail.ts';
import { signLink } from '../mail/links.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { zoneOf } from '../mail/words.ts';
import type { Metrics } from '../metrics.ts';

/** More than these make a mail that readers cut off, and that nobody reads. */
const listedInFull = 50;
/** Relays refuse headers much longer than this. */
const longestHeader = 60_000;
const linkMs = 60 * 24 * 3_600_000;

export interface MailParts {
  readonly config: Pick<Config, 'appOrigin' | 'linkSecret'>;
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, 'mailsFailed'>;
}

export interface Writing {
  readonly user: User;
  /** Oldest first, at least one, held by this transaction. */
  readonly waiting: readonly WaitingAlert[];
  /** Wall time. */
  readonly now: Date;
}

export async function writeAlertMail(
  client: pg.PoolClient,
  { config, log, metrics }: MailParts,
  { user, waiting, now }: Writing,
): Promise<void> {
  const timeZone = zoneOf(user.notifications.silencio);
  const links = linksFor(user.uid, config, now);
  const listed = waiting.slice(-listedInFull).map(({ id }) => id);
  const more = waiting.slice(0, -listedInFull);
  const marketNow = (await readSource(client))?.marketNow ?? null;
  const dayAgo = await readDayAgo(client, marketNow);
  const pieces: Piece[] = [];
  for (const alert of await readAlertsToTell(client, listed, dayAgo)) {
    try {
      pieces.push(pieceOf(alert, { links, timeZone }));
    } catch (error) {
      // One that cannot be written never holds the others back.
      log.error({ err: error, alert: alert.id }, 'an alert cannot be written and was parked');
      metrics.mailsFailed.inc({ kind: 'alert' });
      const id = randomUUID();
      await insertParked(client, { id, uid: user.uid, to: user.email, error: String(error) });
      await giveToMail(client, [alert.id], id);
    }
  }
  const [first, ...rest] = pieces;
  if (first === undefined) {
    if (more.length > 0)
      await writeAlertMail(client, { config, log, metrics }, { user, waiting: more, now });
    return;
  }
  const told = [...more, ...pieces.map(({ alert }) => alert)];
  const id = await enqueueMail(client, {
    ...composeAlertMail({ pieces: [first, ...rest], more }, { links, timeZone, now }),
    uid: user.uid,
    kind: 'alert',
    to: user.email,
    headers: {
      'List-Unsubscribe': `<${links.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'X-Vigia-Alerts': identitiesOf(told),
    },
  });
  await giveToMail(
    client,
    told.map((alert) => alert.id),
    id,
  );
}

/** Threshold, version and episode of each; an ellipsis where they no longer fit. */
function identitiesOf(told: readonly WaitingAlert[]): string {
  const written: string[] = [];
  let length = 0;
  for (const { thresholdId, version, episode } of told) {
    const identity = `${thresholdId}/${version}/${episode}`;
    length += identity.length + 2;
    if (length > longestHeader) return [...written, '...'].join(', ');
    written.push(identity);
  }
  return written.join(', ');
}

function linksFor(
  uid: string,
  { appOrigin, linkSecret }: MailParts['config'],
  now: Date,
): AlertLinks {
  const expiresAt = now.getTime() + linkMs;
  const act = (purpose: 'snooze' | 'pause' | 'unsubscribe', subject: string) =>
    `${appOrigin}/api/alerts/actions?token=${signLink({ purpose, uid, subject, expiresAt }, linkSecret)}`;
  return {
    chart: ({ matchId }) => `${appOrigin}/dashboard/partidos/${encodeURIComponent(matchId)}`,
    snooze: ({ thresholdId }) => act('snooze', thresholdId),
    pause: ({ thresholdId }) => act('pause', thresholdId),
    change: `${appOrigin}/dashboard/configuracion`,
    all: `${appOrigin}/dashboard/alertas`,
    unsubscribe: act('unsubscribe', ''),
  };
}
