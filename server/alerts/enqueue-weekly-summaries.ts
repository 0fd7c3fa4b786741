/** Composes the weekly summaries that are due and stores them: mark, mail and next due instant in one transaction. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { futureOf, isPast } from '#domain/threshold.ts';
import { distanceBp } from '#domain/threshold-distance.ts';
import type { Metrics } from '../base/metrics.ts';
import {
  insertSummaries,
  listDueSummaries,
  listFiredBetween,
  lockDueSummaries,
  type NewSummary,
  rescheduleSummaries,
  type SummaryOutcome,
} from '../db/alerts/weekly-summaries.ts';
import { databaseNow } from '../db/database-clock.ts';
import { insertMails, type NewMail } from '../db/deliveries/deliveries.ts';
import { findMarketNow } from '../db/market/sources.ts';
import { listMatchesNotOver, loadWeekPoints } from '../db/market/weekly-prices.ts';
import type { Database } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { type ListedThreshold, listThresholdsWithValues } from '../db/users/listed-thresholds.ts';
import { lockUsersSkipLocked, type User } from '../db/users/users.ts';
import { actionUrl, mailLinkLifetimeMs, unsubscribeHeaders } from '../mail/action-links.ts';
import { prepareMail } from '../mail/enqueue-mail.ts';
import { describeRule, mailTimeZone } from '../mail/format.ts';
import type { MailLinkConfig } from '../mail/mail-link-config.ts';
import { quietHoursEnd } from '../mail/quiet-hours.ts';
import { type CategoryRange, categoryRanges } from '../mail/week-range.ts';
import { nextSummaryAt, type SummaryWeek, weekBefore } from '../mail/weekly-schedule.ts';
import { composeWeeklySummary, type WeeklySummary } from '../mail/weekly-summary-mail.ts';

const maxMatches = 10;
const maxLines = 5;
const maxFired = 10;
/** A summary that failed is tried again after this, until its week expires. */
const failedRetryMs = 3_600_000;
/** Matches whose week is in memory; each takes a few lines. */
const maxCachedWeeks = 2_000;

export interface WeeklySummaryOptions {
  readonly pool: pg.Pool;
  readonly config: MailLinkConfig;
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, 'weeklySummaries'>;
  /** Wall time; tests set their own. */
  readonly clock?: () => Date;
}

/** Ranges of matches that several users watch: each is computed once, as long as one run of the worker takes. */
export class WeekRanges {
  readonly #ranges = new Map<string, readonly CategoryRange[]>();

  async of(db: Database, matchId: string, week: SummaryWeek): Promise<readonly CategoryRange[]> {
    const key = JSON.stringify([matchId, week.since, week.until]);
    const known = this.#ranges.get(key);
    if (known !== undefined) return known;
    const ranges = categoryRanges(await loadWeekPoints(db, matchId, week));
    if (this.#ranges.size >= maxCachedWeeks) this.#ranges.clear();
    this.#ranges.set(key, ranges);
    return ranges;
  }
}

/**
 * One batch in one transaction; after a failure each user in one of their own, and whoever fails again is put off for an hour.
 * @returns how many were due, at most `limit`, and how many of them another transaction had locked
 * @throws the database's error when nothing can be read
 */
export async function enqueueWeeklySummaries(
  options: WeeklySummaryOptions,
  ranges: WeekRanges,
  limit: number,
): Promise<{ readonly due: number; readonly locked: number }> {
  const { pool, log, clock } = options;
  const now = clock?.() ?? (await databaseNow(pool));
  const due = await listDueSummaries(pool, now, limit);
  // Before the transaction, which holds the users' rows: what takes long is in memory then.
  for (const { partidos, quietHours, dueAt } of due) {
    const week = weekBefore(dueAt, mailTimeZone(quietHours));
    if (now < week.expiresAt) await loadMatches(pool, { partidos, week, ranges });
  }
  const uids = due.map(({ uid }) => uid);
  try {
    return { due: due.length, locked: await storeSummaries(options, { uids, ranges, now }) };
  } catch (error) {
    log.warn({ err: error }, 'a batch of weekly summaries failed: one by one now');
  }
  let locked = 0;
  for (const uid of uids) {
    try {
      locked += await storeSummaries(options, { uids: [uid], ranges, now });
    } catch (error) {
      log.error({ err: error }, 'a weekly summary failed and was put off');
      await rescheduleSummaries(pool, [{ uid, dueAt: new Date(now.getTime() + failedRetryMs) }]);
    }
  }
  return { due: due.length, locked };
}

interface Batch {
  readonly uids: readonly string[];
  readonly ranges: WeekRanges;
  readonly now: Date;
}

/** @returns how many were locked by another transaction */
async function storeSummaries(options: WeeklySummaryOptions, batch: Batch): Promise<number> {
  const { pool, metrics } = options;
  const { uids, now } = batch;
  if (uids.length === 0) return 0;
  const { stored, locked } = await inTransaction(pool, async (client) => {
    const marketNow = await findMarketNow(client);
    const due = await lockDueSummaries(client, uids, now);
    // Read after the locks: nobody closes the account or turns the summary off before the commit.
    const users = await lockUsersSkipLocked(
      client,
      due.map(({ uid }) => uid),
    );
    const decisions: Decision[] = [];
    for (const { uid, dueAt } of due) {
      const user = users.get(uid);
      if (user !== undefined)
        decisions.push(await decide(client, options, { user, dueAt, marketNow, batch }));
    }
    const fresh = await insertSummaries(
      client,
      decisions.flatMap(({ summary }) => summary ?? []),
    );
    const isFresh = ({ uid }: { readonly uid: string }) => fresh.has(uid);
    await insertMails(client, decisions.flatMap(({ mail }) => mail ?? []).filter(isFresh));
    await rescheduleSummaries(client, decisions);
    return {
      stored: decisions.flatMap(({ summary }) => summary ?? []).filter(isFresh),
      locked: uids.length - decisions.length,
    };
  });
  for (const { outcome } of stored) metrics.weeklySummaries.inc({ outcome });
  return locked;
}

interface Decision {
  readonly uid: string;
  /** The next one; or this one, put off. */
  readonly dueAt: Date;
  /** null while quiet hours put it off. */
  readonly summary: NewSummary | null;
  readonly mail: NewMail | null;
}

interface DueSummary {
  readonly user: User;
  readonly dueAt: Date;
  /** null before the first reading. */
  readonly marketNow: Date | null;
  readonly batch: Batch;
}

async function decide(
  db: Database,
  { config, log }: WeeklySummaryOptions,
  { user, dueAt, marketNow, batch }: DueSummary,
): Promise<Decision> {
  const { uid } = user;
  const { now, ranges } = batch;
  const timeZone = mailTimeZone(user.notifications.quietHours);
  const week = weekBefore(dueAt, timeZone);
  const end = (outcome: SummaryOutcome, mail: NewMail | null = null): Decision => ({
    uid,
    dueAt: nextSummaryAt(now, timeZone),
    summary: { uid, monday: week.monday, outcome },
    mail,
  });
  if (now >= week.expiresAt) return end('missed');
  if (user.estado !== 'activo' || user.closedAt !== null || user.emailConfirmedAt === null)
    return end('unreachable');
  const quietEnd = quietHoursEnd(user.notifications.quietHours, now);
  if (quietEnd !== null) return { uid, dueAt: quietEnd, summary: null, mail: null };
  const content = await loadSummary(db, { user, week, ranges, marketNow, now });
  if (content === null) return end('empty');
  try {
    return end('mailed', toMail(content, { user, week, config, timeZone, now }));
  } catch (error) {
    log.error({ err: error }, 'a weekly summary could not be rendered');
    return end('failed');
  }
}

interface SummaryRequest {
  readonly user: User;
  readonly week: SummaryWeek;
  readonly ranges: WeekRanges;
  readonly marketNow: Date | null;
  readonly now: Date;
}

/** Without a reading since the week began, prices say nothing about it. @returns null when there is nothing to say */
async function loadSummary(
  db: Database,
  { user, week, ranges, marketNow, now }: SummaryRequest,
): Promise<WeeklySummary | null> {
  const { since, until } = week;
  const { uid, partidos } = user;
  const hasPrices = marketNow !== null && marketNow >= since;
  const watched = await loadMatches(db, { partidos: hasPrices ? partidos : [], week, ranges });
  const lines = hasPrices ? nearestLines(await listThresholdsWithValues(db, uid), now) : [];
  const fired = await listFiredBetween(db, uid, { since, until, limit: maxFired });
  const matches = watched.matches.filter((match) => match.ranges.length > 0);
  if (matches.length === 0 && lines.length === 0 && fired.count === 0) return null;
  return {
    since,
    until,
    matches,
    moreMatches: watched.count - watched.matches.length,
    lines,
    fired: fired.alerts,
    firedCount: fired.count,
  };
}

async function loadMatches(
  db: Database,
  request: Pick<SummaryRequest, 'week' | 'ranges'> & { readonly partidos: readonly string[] },
) {
  const { partidos, week, ranges } = request;
  const { matches, count } = await listMatchesNotOver(db, partidos, {
    since: week.since,
    limit: maxMatches,
  });
  const withRanges: WeeklySummary['matches'][number][] = [];
  for (const match of matches)
    withRanges.push({ ...match, ranges: await ranges.of(db, match.id, week) });
  return { matches: withRanges, count };
}

/** Of thresholds that can fire now; of a `low`, whose line moves, no distance is known. */
function nearestLines(
  thresholds: readonly ListedThreshold[],
  now: Date,
): WeeklySummary['lines'][number][] {
  const isEvaluated = (threshold: ListedThreshold) =>
    threshold.activeFrom !== null &&
    threshold.armed &&
    threshold.pause === null &&
    futureOf(threshold.snoozedUntil, now) === null &&
    !isPast(threshold.expiresAt, now) &&
    !isPast(threshold.kickoffAt, now);
  return thresholds
    .filter(isEvaluated)
    .flatMap((threshold) => {
      const { matchId, matchName, part, valueCents, base, currency } = threshold;
      if (valueCents === null) return [];
      const distance = distanceBp(threshold, valueCents, base);
      if (distance === null) return [];
      return {
        matchId,
        label: part === null ? matchName : `${matchName}, ${part}`,
        rule: describeRule({
          ...threshold,
          ruleValue: threshold.value,
          valueCents,
          already: false,
        }),
        nowCents: valueCents,
        currency,
        distanceBp: distance,
      };
    })
    .sort((a, b) => a.distanceBp - b.distanceBp)
    .slice(0, maxLines);
}

function toMail(
  content: WeeklySummary,
  context: {
    readonly user: User;
    readonly week: SummaryWeek;
    readonly config: MailLinkConfig;
    readonly timeZone: string;
    readonly now: Date;
  },
): NewMail {
  const { user, week, config, timeZone, now } = context;
  const { uid, email } = user;
  const { appOrigin } = config;
  const expiresAtMs = now.getTime() + mailLinkLifetimeMs;
  const unsubscribeUrl = actionUrl(config, {
    purpose: 'stop-summary',
    uid,
    subject: '',
    expiresAtMs,
  });
  return prepareMail(
    {
      ...composeWeeklySummary(content, { appOrigin, unsubscribeUrl, timeZone, now }),
      uid,
      cause: 'summary',
      to: email,
      headers: unsubscribeHeaders(unsubscribeUrl),
    },
    [week.monday],
  );
}
