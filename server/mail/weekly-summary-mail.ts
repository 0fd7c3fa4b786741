/** Composes the weekly summary: lows and highs of what is watched, the nearest lines, what fired. */
import { html } from '#contract/html.ts';
import { matchPath } from '#domain/app-links.ts';
import type { FiredAlert } from '../db/alerts/weekly-summaries.ts';
import {
  capitalised,
  describeCrossing,
  formatClock,
  formatMoment,
  formatPrice,
  formatShare,
} from './format.ts';
import { zonedDateFormat } from './intl-cache.ts';
import { mailLayout } from './mail-layout.ts';
import type { CategoryRange } from './week-range.ts';
import {
  type SummaryFired,
  type SummaryLine,
  type SummaryMatch,
  type SummaryRange,
  weeklySummaryBody,
} from './weekly-summary-layout.ts';

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

interface SummaryOptions {
  readonly appOrigin: string;
  readonly unsubscribeUrl: string;
  readonly timeZone: string;
  readonly now: Date;
}

/** More categories of one match are counted. */
const maxCategories = 8;

/** @throws RangeError when a price carries a currency that does not exist */
export function composeWeeklySummary(
  summary: WeeklySummary,
  { appOrigin, unsubscribeUrl, timeZone, now }: SummaryOptions,
): { subject: string; text: string; html: string } {
  const { since, until, moreMatches, firedCount } = summary;
  const period = zonedDateFormat({ day: 'numeric', month: 'long', timeZone }).formatRange(
    since,
    new Date(until.getTime() - 1),
  );
  const matchUrl = (...match: Parameters<typeof matchPath>) => `${appOrigin}${matchPath(...match)}`;
  const day = (at: Date) => shortDay(at, timeZone);
  const matches = summary.matches.map(
    ({ id, name, ranges }): SummaryMatch => ({
      name,
      url: matchUrl(id),
      ranges: ranges.slice(0, maxCategories).map((range) => formatRange(range, since, day)),
      more:
        ranges.length > maxCategories
          ? counted(ranges.length - maxCategories, 'categoría más', 'categorías más')
          : null,
    }),
  );
  const lines = summary.lines.map(
    ({ matchId, label, rule, nowCents, currency, distanceBp }): SummaryLine => ({
      label,
      rule,
      now: formatPrice(nowCents, currency),
      distance: distanceBp <= 0 ? 'en la línea' : `a un ${formatShare(distanceBp)}`,
      url: matchUrl(matchId),
    }),
  );
  const fired = summary.fired.map(
    (alert): SummaryFired => ({
      label: alert.part === null ? alert.matchName : `${alert.matchName}, ${alert.part}`,
      reason: capitalised(describeCrossing(alert)),
      value: formatPrice(alert.valueCents, alert.currency),
      at: `${day(alert.firedAt)}, ${formatClock(alert.firedAt, timeZone)}`,
      url: matchUrl(alert.matchId, { collectible: alert.collectibleId }),
    }),
  );
  const alertCount = firedCount === 0 ? 'ninguna alerta' : counted(firedCount, 'alerta', 'alertas');
  const subject = `Tu semana, ${period}: ${alertCount}`;
  const content = {
    matches,
    moreMatches: moreMatches === 0 ? null : counted(moreMatches, 'partido más', 'partidos más'),
    lines,
    fired,
    moreFired:
      firedCount > fired.length ? `Estas son las ${fired.length} últimas de ${firedCount}.` : null,
    homeUrl: `${appOrigin}/dashboard`,
    alertsUrl: `${appOrigin}/dashboard/alertas`,
  };
  const why = 'Recibes este correo porque pediste un resumen cada lunes.';
  return {
    subject,
    text: textOf(subject, content, `${why}\nDejar de recibir el resumen: ${unsubscribeUrl}\n`),
    html: mailLayout({
      title: subject,
      preheader: preheaderOf(content, alertCount),
      corner: capitalised(formatMoment(now, timeZone)),
      rows: weeklySummaryBody({ period, alertCount, ...content }),
      foot: html`Los precios son los más bajos a la venta en cada momento. ${why} <a class="s" href="${unsubscribeUrl}" style="color:#45594d">Dejar de recibir el resumen</a>.`,
    }),
  };
}

type Content = Omit<Parameters<typeof weeklySummaryBody>[0], 'period' | 'alertCount'>;

const counted = (count: number, one: string, many: string): string =>
  `${count}\u00a0${count === 1 ? one : many}`;

/** “mar 17” */
function shortDay(at: Date, timeZone: string): string {
  const weekday = zonedDateFormat({ weekday: 'short', timeZone }).format(at);
  return `${weekday}\u00a0${zonedDateFormat({ day: 'numeric', timeZone }).format(at)}`;
}

function formatRange(
  { category, currency, lowCents, lowAt, highCents, highAt }: CategoryRange,
  since: Date,
  day: (at: Date) => string,
): SummaryRange {
  const when = (at: Date) => (at.getTime() === since.getTime() ? 'al empezar' : day(at));
  return {
    category,
    low: { price: formatPrice(lowCents, currency), when: when(lowAt) },
    high:
      lowCents === highCents
        ? null
        : { price: formatPrice(highCents, currency), when: when(highAt) },
  };
}

function preheaderOf({ lines: [nearest], matches: [match] }: Content, alertCount: string): string {
  const what = capitalised(`${alertCount} esta semana.`);
  if (nearest !== undefined)
    return `${what} Lo más cerca: ${nearest.label}, ${nearest.distance} de tu línea.`;
  return match === undefined ? what : `${what} Mínimos y máximos de ${match.name}.`;
}

function textOf(
  subject: string,
  { matches, moreMatches, lines, fired, moreFired, homeUrl, alertsUrl }: Content,
  foot: string,
): string {
  const watched = matches.flatMap(({ name, ranges, more, url }) => [
    name,
    ...ranges.map(({ category, low, high }) =>
      high === null
        ? `  ${category}: ${low.price}, sin cambios`
        : `  ${category}: mínimo ${low.price} (${low.when}), máximo ${high.price} (${high.when})`,
    ),
    more && `  Y ${more}.`,
    `  ${url}`,
  ]);
  const near = lines.map(
    ({ label, rule, now, distance, url }) =>
      `${label}: ${rule.toLowerCase()}, ahora ${now}, ${distance}\n  ${url}`,
  );
  const alerts = fired.map(
    ({ at, label, reason, value, url }) => `${at}: ${label}. ${reason}: ${value}\n  ${url}`,
  );
  const section = (title: string, rows: readonly (string | null)[]) =>
    rows.length === 0 ? [] : [`${title}\n`, ...rows, ''];
  return [
    `${subject}\n`,
    ...section(
      'LO QUE VIGILAS',
      matches.length === 0 ? [] : [...watched, moreMatches && `Y ${moreMatches}.`],
    ),
    ...section('LO MÁS CERCA DE TU LÍNEA', near),
    ...section('LO QUE HA SALTADO', alerts.length === 0 ? [] : [moreFired, ...alerts]),
    `Abrir Vigía: ${homeUrl}\nTus alertas: ${alertsUrl}\n`,
    foot,
  ]
    .filter((line) => line !== null)
    .join('\n');
}
