/** Composes the weekly summaries that are due and stores them: mark, mail and next due instant in one transaction. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { futureOf, isPast } from '#domain/threshold.ts';
import { distanceBp } from '#domain/threshold-distance.ts';
import { forEachConcurrent } from '../base/concurrency.ts';
import type { Metrics } from '../base/metrics.ts';
import { countAlerts, listAlerts } from '../db/alerts/alerts.ts';
import {
  insertSummary,
  listDueSummaries,
  rescheduleSummary,
  type SummaryOutcome,
} from '../db/alerts/weekly-summaries.ts';
import { databaseNow } from '../db/database-clock.ts';
import { insertMails, type NewMail } from '../db/deliveries/deliveries.ts';
import { findMarketNow } from '../db/market/sources.ts';
import { listMatchesNotOver, loadWeekPoints } from '../db/market/weekly-prices.ts';
import type { Database } from '../db/pool.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { type ListedThreshold, listThresholdsWithValues } from '../db/users/listed-thresholds.ts';
import { lockUser, type User } from '../db/users/users.ts';
import {
  actionUrl,
  type MailLinkConfig,
  mailLinkLifetimeMs,
  unsubscribeHeaders,
} from '../mail/action-links.ts';
import { prepareMail } from '../mail/enqueue-mail.ts';
import { describeRule, labelOf, mailTimeZone } from '../mail/format.ts';
import { quietHoursEnd } from '../mail/quiet-hours.ts';
import { type CategoryRange, categoryRanges } from '../mail/week-range.ts';
import { nextSummaryAt, type SummaryWeek, weekBefore } from '../mail/weekly-schedule.ts';
import { composeWeeklySummary, type WeeklySummary } from '../mail/weekly-summary-mail.ts';

const maxMatches = 10;
const maxLines = 5;
const maxFired = 10;
/** Transactions at once: they share the waits for their commits. */
const parallel = 4;
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
 * Each user in a transaction of their own, so that one who fails holds nobody else back, and is put off for an hour.
 * @returns how many were due, at most `limit`
 * @throws the database's error when nothing can be read
 */
export async function enqueueWeeklySummaries(
  options: WeeklySummaryOptions,
  ranges: WeekRanges,
  limit: number,
): Promise<number> {
  const { pool, log, metrics, clock } = options;
  const now = clock?.() ?? (await databaseNow(pool));
  const due = await listDueSummaries(pool, now, limit);
  await forEachConcurrent(parallel, due, async ({ uid, dueAt, partidos, quietHours }) => {
    // Before the transaction, which holds the user's row: what takes long is in memory then.
    const week = weekBefore(dueAt, mailTimeZone(quietHours));
    if (now < week.expiresAt) await loadMatches(pool, { partidos, week, ranges });
    try {
      const outcome = await retryDeadlocks(() =>
        inTransaction(pool, (client) => storeSummary(client, options, { uid, ranges, now })),
      );
      if (outcome !== null) metrics.weeklySummaries.inc({ outcome });
    } catch (error) {
      log.error({ err: error }, 'a weekly summary failed and was put off');
      await rescheduleSummary(pool, uid, new Date(now.getTime() + failedRetryMs));
    }
  });
  return due.length;
}

/** @returns null when none was stored: put off by quiet hours, or another process was first */
async function storeSummary(
  client: pg.PoolClient,
  options: WeeklySummaryOptions,
  { uid, ranges, now }: { uid: string; ranges: WeekRanges; now: Date },
): Promise<SummaryOutcome | null> {
  // Locked: nobody closes the account or turns the summary off before the commit.
  const user = await lockUser(client, uid);
  const dueAt = user?.weeklySummaryDueAt ?? null;
  if (user === null || dueAt === null || dueAt > now) return null;
  const timeZone = mailTimeZone(user.notifications.quietHours);
  const week = weekBefore(dueAt, timeZone);
  const refusal = refusalOf(user, week, now);
  const quietEnd = quietHoursEnd(user.notifications.quietHours, now);
  if (refusal === null && quietEnd !== null) {
    await rescheduleSummary(client, uid, quietEnd);
    return null;
  }
  const request = { user, week, ranges, timeZone, now };
  const content = refusal === null ? await loadSummary(client, request) : null;
  const mail = content === null ? null : toMail(content, options.config, request);
  const outcome = refusal ?? (mail === null ? 'empty' : 'mailed');
  const isFirst = await insertSummary(client, { uid, monday: week.monday, outcome });
  if (isFirst && mail !== null) await insertMails(client, [mail]);
  await rescheduleSummary(client, uid, nextSummaryAt(now, timeZone));
  return isFirst ? outcome : null;
}

function refusalOf(
  { estado, closedAt, emailConfirmedAt }: User,
  { expiresAt }: SummaryWeek,
  now: Date,
): SummaryOutcome | null {
  if (now >= expiresAt) return 'missed';
  return estado === 'activo' && closedAt === null && emailConfirmedAt !== null
    ? null
    : 'unreachable';
}

interface SummaryRequest {
  readonly user: User;
  readonly week: SummaryWeek;
  readonly ranges: WeekRanges;
  readonly timeZone: string;
  readonly now: Date;
}

/** Without a reading since the week began, prices say nothing about it. @returns null when there is nothing to say */
async function loadSummary(
  db: Database,
  { user, week, ranges, now }: SummaryRequest,
): Promise<WeeklySummary | null> {
  const { since, until } = week;
  const { uid, partidos } = user;
  const marketNow = await findMarketNow(db);
  const hasPrices = marketNow !== null && marketNow >= since;
  const watched = await loadMatches(db, { partidos: hasPrices ? partidos : [], week, ranges });
  const lines = hasPrices ? nearestLines(await listThresholdsWithValues(db, uid), now) : [];
  const period = { since, until };
  const firedCount = await countAlerts(db, uid, period);
  const fired = await listAlerts(db, uid, period, {
    limit: maxFired,
    beforeId: null,
    visibleDays: null,
  });
  const matches = watched.matches.filter((match) => match.ranges.length > 0);
  if (matches.length === 0 && lines.length === 0 && firedCount === 0) return null;
  return {
    since,
    until,
    matches,
    moreMatches: watched.count - watched.matches.length,
    lines,
    fired,
    firedCount,
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
      const { matchId, valueCents, base, currency } = threshold;
      if (valueCents === null) return [];
      const distance = distanceBp(threshold, valueCents, base);
      if (distance === null) return [];
      return {
        matchId,
        label: labelOf(threshold),
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
  config: MailLinkConfig,
  { user: { uid, email: to }, week, timeZone, now }: SummaryRequest,
): NewMail {
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
      to,
      headers: unsubscribeHeaders(unsubscribeUrl),
    },
    [week.monday],
  );
}
