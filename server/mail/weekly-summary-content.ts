/** What the weekly summary says, in words: for both the HTML and the plain-text part. */

import { matchPath } from '#domain/app-links.ts';
import { dateFormat } from '#domain/intl-formats.ts';
import type { FiredAlert } from '../db/alerts/weekly-summaries.ts';
import {
  capitalised,
  describeCrossing,
  formatClock,
  formatPrice,
  formatShare,
  labelOf,
} from './format.ts';
import type { CategoryRange } from './week-range.ts';

/** What a week's summary is made of, each list cut off where its mail would grow too long. */
export interface WeeklySummary {
  readonly since: Date;
  /** The end, not in it. */
  readonly until: Date;
  readonly matches: readonly {
    readonly id: string;
    readonly name: string;
    /** At least one. */
    readonly ranges: readonly CategoryRange[];
  }[];
  /** Watched matches that are not listed. */
  readonly moreMatches: number;
  /** The nearest first. */
  readonly lines: readonly {
    readonly matchId: string;
    readonly label: string;
    readonly rule: string;
    readonly nowCents: number;
    readonly currency: string;
    readonly distanceBp: number;
  }[];
  /** The last ones, newest first. */
  readonly fired: readonly FiredAlert[];
  readonly firedCount: number;
}

/** More categories of one match are counted. */
const maxCategories = 8;

export type SummaryContent = ReturnType<typeof describeWeek>;

/** @throws RangeError when a price carries a currency that does not exist */
export function describeWeek(
  { since, until, firedCount, moreMatches, ...summary }: WeeklySummary,
  { appOrigin, timeZone }: { readonly appOrigin: string; readonly timeZone: string },
) {
  const matchUrl = (...match: Parameters<typeof matchPath>) => `${appOrigin}${matchPath(...match)}`;
  const day = (at: Date) => shortDay(at, timeZone);
  const fired = summary.fired.map((alert) => ({
    label: labelOf(alert),
    reason: capitalised(describeCrossing(alert)),
    value: formatPrice(alert.valueCents, alert.currency),
    at: `${day(alert.firedAt)}, ${formatClock(alert.firedAt, timeZone)}`,
    url: matchUrl(alert.matchId, { collectible: alert.collectibleId }),
  }));
  return {
    /** “16–22 de noviembre” */
    period: dateFormat({ day: 'numeric', month: 'long', timeZone }).formatRange(
      since,
      new Date(until.getTime() - 1),
    ),
    /** “2 alertas” */
    alertCount: firedCount === 0 ? 'ninguna alerta' : counted(firedCount, 'alerta', 'alertas'),
    matches: summary.matches.map(({ id, name, ranges }) => ({
      name,
      url: matchUrl(id),
      ranges: ranges.slice(0, maxCategories).map((range) => describeRange(range, since, day)),
      /** “2 categorías más”; null = all are listed. */
      more:
        ranges.length > maxCategories
          ? counted(ranges.length - maxCategories, 'categoría más', 'categorías más')
          : null,
    })),
    /** “3 partidos más”; null = all are listed. */
    moreMatches: moreMatches === 0 ? null : counted(moreMatches, 'partido más', 'partidos más'),
    lines: summary.lines.map(({ matchId, label, rule, nowCents, currency, distanceBp }) => ({
      label,
      rule,
      now: formatPrice(nowCents, currency),
      /** “a un 2,9 %” */
      distance: distanceBp <= 0 ? 'en la línea' : `a un ${formatShare(distanceBp)}`,
      url: matchUrl(matchId),
    })),
    fired,
    /** That there are more; null = all are listed. */
    moreFired:
      firedCount > fired.length ? `Estas son las ${fired.length} últimas de ${firedCount}.` : null,
    homeUrl: `${appOrigin}/dashboard`,
    alertsUrl: `${appOrigin}/dashboard/alertas`,
  };
}

const counted = (count: number, one: string, many: string): string =>
  `${count}\u00a0${count === 1 ? one : many}`;

/** “mar 17” */
function shortDay(at: Date, timeZone: string): string {
  const weekday = dateFormat({ weekday: 'short', timeZone }).format(at);
  return `${weekday}\u00a0${dateFormat({ day: 'numeric', timeZone }).format(at)}`;
}

function describeRange(
  { category, currency, lowCents, lowAt, highCents, highAt }: CategoryRange,
  since: Date,
  day: (at: Date) => string,
) {
  const when = (at: Date) => (at.getTime() === since.getTime() ? 'al empezar' : day(at));
  return {
    category,
    low: { price: formatPrice(lowCents, currency), when: when(lowAt) },
    /** null: the price did not change. */
    high:
      lowCents === highCents
        ? null
        : { price: formatPrice(highCents, currency), when: when(highAt) },
  };
}
