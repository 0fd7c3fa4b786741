/** Composes and enqueues the mail of each check: the newest alerts in full, the older ones counted. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import {
  type AlertMailData,
  listAlertMailData,
  type UnsentAlert,
} from '../db/alerts/unsent-alerts.ts';
import { type AlertLink, insertMails, type NewMail } from '../db/deliveries/deliveries.ts';
import { findDayAgo, loadMonthFloors } from '../db/market/price-history.ts';
import { findMarketNow } from '../db/market/sources.ts';
import type { User } from '../db/users/users.ts';
import { type MailLinkConfig, unsubscribeHeaders } from '../mail/action-links.ts';
import { composeAlertMail } from '../mail/alert-mail.ts';
import { linksFor, toAlertSection } from '../mail/alert-section.ts';
import { prepareMail } from '../mail/enqueue-mail.ts';
import { mailTimeZone } from '../mail/format.ts';

/** A mail with more is cut off by mail clients (Gmail: 102 kB). */
const maxListedAlerts = 40;
/** Characters; relays reject much longer headers. */
const maxHeaderLength = 60_000;

export interface AlertMailOptions {
  readonly config: MailLinkConfig;
  readonly log: FastifyBaseLogger;
}

/** One user's alerts to be mailed. */
export interface UserAlerts {
  readonly user: User;
  /** Oldest first, at least one, locked by this transaction. */
  readonly unsent: readonly UnsentAlert[];
}

export interface EnqueuedMails {
  readonly links: readonly AlertLink[];
  /** Alerts that could not be rendered: no mail tells them. */
  readonly unrenderable: readonly number[];
}

/**
 * Inserts one mail per user, without what cannot be rendered.
 * @param now wall time
 */
export async function enqueueAlertMails(
  client: pg.PoolClient,
  { config, log }: AlertMailOptions,
  userAlerts: readonly UserAlerts[],
  now: Date,
): Promise<EnqueuedMails> {
  if (userAlerts.length === 0) return { links: [], unrenderable: [] };
  const marketNow = await findMarketNow(client);
  const dayAgo = await findDayAgo(client, marketNow);
  const newest = userAlerts.flatMap(({ unsent }) => unsent.slice(-maxListedAlerts));
  const newestIds = newest.map(({ id }) => id);
  const listed = await listAlertMailData(client, newestIds, dayAgo);
  const alerts = Map.groupBy(listed, ({ uid }) => uid);
  // A mail of several has no room for how good a price is.
  const alone = userAlerts.flatMap(({ user, unsent }) =>
    unsent.length === 1 ? (alerts.get(user.uid) ?? []) : [],
  );
  const ids = new Set(alone.map(({ collectibleId }) => collectibleId));
  const months: Months =
    marketNow === null || ids.size === 0
      ? new Map()
      : await loadMonthFloors(client, [...ids], marketNow);
  const drafts = userAlerts.map((userAlert) =>
    draftMail(userAlert, alerts.get(userAlert.user.uid) ?? [], { config, log, now, months }),
  );
  await insertMails(
    client,
    drafts.flatMap(({ mail }) => mail ?? []),
  );
  return {
    links: drafts.flatMap(({ mail, told }) =>
      mail === null ? [] : told.map(({ id }) => ({ alertId: id, deliveryId: mail.id })),
    ),
    unrenderable: drafts.flatMap((draft) => draft.unrenderable),
  };
}

type Months = ReadonlyMap<string, readonly number[]>;

interface Draft {
  /** null when none of the newest could be rendered. */
  readonly mail: NewMail | null;
  readonly told: readonly UnsentAlert[];
  readonly unrenderable: readonly number[];
}

/** @param listed the newest unsent alerts, oldest first */
function draftMail(
  { user, unsent }: UserAlerts,
  listed: readonly AlertMailData[],
  { config, log, now, months }: AlertMailOptions & { now: Date; months: Months },
): Draft {
  const timeZone = mailTimeZone(user.notifications.quietHours);
  const links = linksFor(user.uid, config, now);
  const more = unsent.slice(0, -maxListedAlerts);
  const sections = listed.flatMap((alert) => {
    try {
      const month = months.get(alert.collectibleId);
      return toAlertSection(alert, { links, timeZone, month });
    } catch (error) {
      // One alert that cannot be rendered must not block the others.
      log.error(
        { err: error, alert: alert.id },
        'an alert could not be rendered: no mail tells it',
      );
      return [];
    }
  });
  const [first, ...rest] = sections;
  if (first === undefined)
    return { mail: null, told: [], unrenderable: unsent.map(({ id }) => id) };
  const told = [...more, ...sections.map(({ alert }) => alert)];
  const rendered = new Set(told.map(({ id }) => id));
  const content = {
    ...composeAlertMail({ sections: [first, ...rest], more }, { links, timeZone, now }),
    uid: user.uid,
    cause: 'alert' as const,
    to: user.email,
    headers: {
      ...unsubscribeHeaders(links.unsubscribe),
      'X-Vigia-Alerts': identitiesOf(told),
    },
  };
  return {
    mail: prepareMail(content, [user.email, ...told.map(uniqueIdentityOf)]),
    told,
    unrenderable: unsent.flatMap(({ id }) => (rendered.has(id) ? [] : [id])),
  };
}

/**
 * With the threshold's key: a deleted threshold's id may be used again, and starts again at version 1, episode 1. With what was
 * observed: a restored database counts keys, versions and episodes again, and another crossing must not look like a repeat.
 */
export const uniqueIdentityOf = ({
  thresholdKey,
  thresholdId,
  version,
  episode,
  observedAt,
  valueCents,
}: UnsentAlert): string =>
  `${thresholdKey}/${thresholdId}/${version}/${episode}/${observedAt.toISOString()}/${valueCents}`;

/** `threshold/version/episode` of each alert; cut off with `...` at the header's maximum length. */
function identitiesOf(alerts: readonly UnsentAlert[]): string {
  const written: string[] = [];
  let length = 0;
  for (const { thresholdId, version, episode } of alerts) {
    const identity = `${thresholdId}/${version}/${episode}`;
    length += identity.length + 2;
    if (length > maxHeaderLength) return [...written, '...'].join(', ');
    written.push(identity);
  }
  return written.join(', ');
}
