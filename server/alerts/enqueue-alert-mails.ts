/** Writes the mail of each check: a user's newest alerts in full, the others counted, all of them given to it. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { insertFailedMail, insertMails, type NewMail } from '../db/alerts/outbox.ts';
import {
  type AlertMailData,
  assignAlertsToMails,
  type MailAssignment,
  readAlertMailData,
  type UnsentAlert,
} from '../db/alerts/unsent-alerts.ts';
import { readDayAgo } from '../db/market/price-history.ts';
import { readSource } from '../db/market/sources.ts';
import type { User } from '../db/users/users.ts';
import { type AlertLinks, composeAlertMail, toAlertSection } from '../mail/alert-mail.ts';
import type { AlertSection } from '../mail/alert-section.ts';
import { prepareMail } from '../mail/enqueue-mail.ts';
import { mailTimeZone } from '../mail/format.ts';
import type { MailLinkConfig } from '../mail/mail-config.ts';
import { signLink } from '../mail/signed-links.ts';

/** More than these make a mail that readers cut off, and that nobody reads. */
const listedInFull = 50;
/** Relays refuse headers much longer than this. */
const longestHeader = 60_000;
const linkMs = 60 * 24 * 3_600_000;

export interface AlertMailOptions {
  readonly config: MailLinkConfig;
  readonly log: FastifyBaseLogger;
}

/** What a user is to be told. */
export interface UserAlerts {
  readonly user: User;
  /** Oldest first, at least one, held by this transaction. */
  readonly waiting: readonly UnsentAlert[];
}

/**
 * @param now wall time
 * @returns how many alerts cannot be written and were parked
 */
export async function enqueueAlertMails(
  client: pg.PoolClient,
  parts: AlertMailOptions,
  writings: readonly UserAlerts[],
  now: Date,
): Promise<number> {
  if (writings.length === 0) return 0;
  const marketNow = (await readSource(client))?.marketNow ?? null;
  const dayAgo = await readDayAgo(client, marketNow);
  let parkedCount = 0;
  for (let left = writings; left.length > 0; ) {
    const newest = left.flatMap(({ waiting }) => waiting.slice(-listedInFull));
    const ids = newest.map(({ id }) => id);
    const alerts = Map.groupBy(await readAlertMailData(client, ids, dayAgo), ({ uid }) => uid);
    const drafts = left.map((writing) => {
      const listed = alerts.get(writing.user.uid) ?? [];
      return draftMail(writing, listed, { config: parts.config, now });
    });
    const mails = drafts.flatMap(({ mail }) => mail ?? []);
    await insertMails(client, mails);
    const parked = await parkUnwritable(client, parts, drafts);
    parkedCount += parked.length;
    await assignAlertsToMails(client, [...drafts.flatMap(({ given }) => given), ...parked]);
    left = drafts.flatMap(({ user, untold }) =>
      untold.length > 0 ? { user, waiting: untold } : [],
    );
  }
  return parkedCount;
}

async function parkUnwritable(
  client: pg.PoolClient,
  { log }: AlertMailOptions,
  drafts: readonly Draft[],
): Promise<MailAssignment[]> {
  const given: MailAssignment[] = [];
  for (const { user, unwritable } of drafts)
    for (const { alertId, error } of unwritable) {
      log.error({ err: error, alert: alertId }, 'an alert cannot be written and was parked');
      const mailId = randomUUID();
      const { uid, email: to } = user;
      await insertFailedMail(client, { id: mailId, uid, to, error: String(error) });
      given.push({ alertId, mailId });
    }
  return given;
}

interface Draft {
  readonly user: User;
  /** null when none of the newest can be written. */
  readonly mail: NewMail | null;
  readonly given: readonly MailAssignment[];
  readonly unwritable: readonly { readonly alertId: number; readonly error: unknown }[];
  /** The older ones, while there is no mail to count them. */
  readonly untold: readonly UnsentAlert[];
}

/** @param listed the newest of those that wait, oldest first */
function draftMail(
  { user, waiting }: UserAlerts,
  listed: readonly AlertMailData[],
  { config, now }: { config: AlertMailOptions['config']; now: Date },
): Draft {
  const timeZone = mailTimeZone(user.notifications.silencio);
  const links = linksFor(user.uid, config, now);
  const more = waiting.slice(0, -listedInFull);
  const pieces: AlertSection[] = [];
  const unwritable: { alertId: number; error: unknown }[] = [];
  for (const alert of listed) {
    try {
      pieces.push(toAlertSection(alert, { links, timeZone }));
    } catch (error) {
      // One that cannot be written never holds the others back.
      unwritable.push({ alertId: alert.id, error });
    }
  }
  const [first, ...rest] = pieces;
  if (first === undefined) return { user, mail: null, given: [], unwritable, untold: more };
  const told = [...more, ...pieces.map(({ alert }) => alert)];
  const mail = prepareMail({
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
  const given = told.map(({ id }) => ({ alertId: id, mailId: mail.id }));
  return { user, mail, given, unwritable, untold: [] };
}

/** Threshold, version and episode of each; an ellipsis where they no longer fit. */
function identitiesOf(told: readonly UnsentAlert[]): string {
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
  { appOrigin, linkSecret }: AlertMailOptions['config'],
  now: Date,
): AlertLinks {
  const expiresAtMs = now.getTime() + linkMs;
  const act = (purpose: 'snooze' | 'pause' | 'unsubscribe', subject: string) =>
    `${appOrigin}/api/alerts/actions?token=${signLink({ purpose, uid, subject, expiresAtMs }, linkSecret)}`;
  return {
    chart: ({ matchId }) => `${appOrigin}/dashboard/partidos/${encodeURIComponent(matchId)}`,
    snooze: ({ thresholdId }) => act('snooze', thresholdId),
    pause: ({ thresholdId }) => act('pause', thresholdId),
    change: `${appOrigin}/dashboard/configuracion`,
    all: `${appOrigin}/dashboard/alertas`,
    unsubscribe: act('unsubscribe', ''),
  };
}
