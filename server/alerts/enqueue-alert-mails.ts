/** Composes and enqueues the mail of each check: the newest alerts in full, the older ones counted. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import {
  type AlertMailData,
  listAlertMailData,
  type UnsentAlert,
} from '../db/alerts/unsent-alerts.ts';
import { type AlertLink, insertMails, type NewMail } from '../db/deliveries/deliveries.ts';
import { insertFailedMail } from '../db/deliveries/mails.ts';
import { findDayAgo, loadMonthFloors } from '../db/market/price-history.ts';
import { findMarketNow } from '../db/market/sources.ts';
import type { User } from '../db/users/users.ts';
import { type MailLinkConfig, unsubscribeHeaders } from '../mail/action-links.ts';
import { composeAlertMail } from '../mail/alert-mail.ts';
import { type AlertSection, linksFor, toAlertSection } from '../mail/alert-section.ts';
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
  /** Mails of alerts that could not be rendered: they have failed already. */
  readonly parked: readonly string[];
}

/**
 * Inserts one mail per user. An alert that cannot be rendered is parked as a failed mail of its own; should all the newest of a user
 * fail, the next ones are tried.
 * @param now wall time
 */
export async function enqueueAlertMails(
  client: pg.PoolClient,
  options: AlertMailOptions,
  userAlerts: readonly UserAlerts[],
  now: Date,
): Promise<EnqueuedMails> {
  if (userAlerts.length === 0) return { links: [], parked: [] };
  const marketNow = await findMarketNow(client);
  const dayAgo = await findDayAgo(client, marketNow);
  const links: AlertLink[] = [];
  const parked: string[] = [];
  for (let remaining = userAlerts; remaining.length > 0; ) {
    const newest = remaining.flatMap(({ unsent }) => unsent.slice(-maxListedAlerts));
    const newestIds = newest.map(({ id }) => id);
    const listedAlerts = await listAlertMailData(client, newestIds, dayAgo);
    const alerts = Map.groupBy(listedAlerts, ({ uid }) => uid);
    // A mail of several has no room for how good a price is.
    const alone = remaining.flatMap(({ user, unsent }) =>
      unsent.length === 1 ? (alerts.get(user.uid) ?? []) : [],
    );
    const ids = new Set(alone.map(({ collectibleId }) => collectibleId));
    const months = await loadMonths(client, [...ids], marketNow);
    const drafts = remaining.map((userAlert) => {
      const listed = alerts.get(userAlert.user.uid) ?? [];
      return draftMail(userAlert, listed, { config: options.config, now, months });
    });
    await insertMails(
      client,
      drafts.flatMap(({ mail }) => mail ?? []),
    );
    const unrenderable = await storeUnrenderable(client, options, drafts);
    links.push(...drafts.flatMap((draft) => draft.links), ...unrenderable);
    parked.push(...unrenderable.map(({ deliveryId }) => deliveryId));
    remaining = drafts.flatMap(({ user, unassigned }) =>
      unassigned.length > 0 ? { user, unsent: unassigned } : [],
    );
  }
  return { links, parked };
}

type Months = ReadonlyMap<string, readonly number[]>;

const loadMonths = async (
  client: pg.PoolClient,
  collectibleIds: readonly string[],
  marketNow: Date | null,
): Promise<Months> =>
  marketNow === null || collectibleIds.length === 0
    ? new Map()
    : loadMonthFloors(client, collectibleIds, marketNow);

async function storeUnrenderable(
  client: pg.PoolClient,
  { log }: AlertMailOptions,
  drafts: readonly Draft[],
): Promise<AlertLink[]> {
  const links: AlertLink[] = [];
  for (const { user, unrenderable } of drafts)
    for (const { alertId, error } of unrenderable) {
      log.error({ err: error, alert: alertId }, 'an alert could not be rendered and was parked');
      const deliveryId = randomUUID();
      const { uid, email: to } = user;
      await insertFailedMail(client, { id: deliveryId, uid, to, error: String(error) });
      links.push({ alertId, deliveryId });
    }
  return links;
}

interface Draft {
  readonly user: User;
  /** null when none of the newest could be rendered. */
  readonly mail: NewMail | null;
  readonly links: readonly AlertLink[];
  readonly unrenderable: readonly { readonly alertId: number; readonly error: unknown }[];
  /** The older alerts when there is no mail to count them in. */
  readonly unassigned: readonly UnsentAlert[];
}

/** @param listed the newest unsent alerts, oldest first */
function draftMail(
  { user, unsent }: UserAlerts,
  listed: readonly AlertMailData[],
  { config, now, months }: { config: AlertMailOptions['config']; now: Date; months: Months },
): Draft {
  const timeZone = mailTimeZone(user.notifications.quietHours);
  const links = linksFor(user.uid, config, now);
  const more = unsent.slice(0, -maxListedAlerts);
  const sections: AlertSection[] = [];
  const unrenderable: { alertId: number; error: unknown }[] = [];
  for (const alert of listed) {
    try {
      const month = months.get(alert.collectibleId);
      sections.push(toAlertSection(alert, { links, timeZone, month }));
    } catch (error) {
      // One alert that cannot be rendered must not block the others.
      unrenderable.push({ alertId: alert.id, error });
    }
  }
  const [first, ...rest] = sections;
  if (first === undefined) return { user, mail: null, links: [], unrenderable, unassigned: more };
  const alerts = [...more, ...sections.map(({ alert }) => alert)];
  const content = {
    ...composeAlertMail({ sections: [first, ...rest], more }, { links, timeZone, now }),
    uid: user.uid,
    cause: 'alert' as const,
    to: user.email,
    headers: {
      ...unsubscribeHeaders(links.unsubscribe),
      'X-Vigia-Alerts': identitiesOf(alerts),
    },
  };
  const mail = prepareMail(content, [user.email, ...alerts.map(uniqueIdentityOf)]);
  const deliveryId = mail.id;
  const linked = alerts.map(({ id }) => ({ alertId: id, deliveryId }));
  return { user, mail, links: linked, unrenderable, unassigned: [] };
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
