/** Composes the weekly summary: lows and highs of what is watched, the nearest lines, what fired. */

import type { AlertItem } from '#contract/alerts.ts';
import { matchPath } from '#domain/app-links.ts';
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import { dateFormat } from '#domain/intl-formats.ts';
import {
  describeCrossing,
  formatClock,
  formatMoment,
  formatPrice,
  formatShare,
  labelOf,
} from './format.ts';
import {
  actionsBlock,
  type Block,
  buttonBlock,
  entryBlock,
  type Fact,
  factsBlock,
  headingBlock,
  remarkBlock,
} from './mail-blocks.ts';
import { composeMail } from './mail-layout.ts';
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
  readonly fired: readonly AlertItem[];
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
): ReturnType<typeof composeMail> {
  const { since, until, matches, lines, fired, firedCount, moreMatches } = summary;
  const urlOf = (...match: Parameters<typeof matchPath>) => `${appOrigin}${matchPath(...match)}`;
  const dayOf = (at: Date) => shortDay(at, timeZone);
  // “16–22 de noviembre”
  const period = dateFormat({ day: 'numeric', month: 'long', timeZone }).formatRange(
    since,
    new Date(until.getTime() - 1),
  );
  const alertCount = firedCount === 0 ? 'ninguna alerta' : counted(firedCount, 'alerta', 'alertas');
  const section = (title: string, blocks: readonly Block[]) =>
    blocks.length === 0 ? [] : [headingBlock(title), ...blocks];
  const more = (count: number, one: string, many: string) =>
    count > 0 ? [remarkBlock(`Y ${counted(count, one, many)}.`)] : [];

  const watched = matches.flatMap(({ id, name, ranges }) => [
    factsBlock(
      ranges.slice(0, maxCategories).map((range) => rangeFact(range, since, dayOf)),
      { words: name, url: urlOf(id) },
    ),
    ...more(ranges.length - maxCategories, 'categoría más', 'categorías más'),
  ]);
  const nearest = lines.map(({ matchId, label, rule, nowCents, currency, distanceBp }) =>
    entryBlock({
      title: label,
      url: urlOf(matchId),
      lines: [
        { text: `${rule}: ${distanceWords(distanceBp)}`, tone: 'signal' },
        { text: `Ahora, ${formatPrice(nowCents, currency)}`, tone: 'soft' },
      ],
    }),
  );
  const crossings = fired.map((alert) =>
    entryBlock({
      title: labelOf({
        ...alert,
        part: alert.target.kind === 'match' ? alert.target.category : alert.collectibleName,
      }),
      url: urlOf(alert.matchId, { collectible: alert.collectibleId }),
      lines: [
        {
          text: `${capitalizeFirst(describeCrossing(alert))}: ${formatPrice(alert.valueCents, alert.currency)}`,
          tone: 'signal',
        },
        {
          text: `${dayOf(new Date(alert.createdAt))}, ${formatClock(new Date(alert.createdAt), timeZone)}`,
          tone: 'soft',
        },
      ],
    }),
  );
  const unlisted =
    firedCount > fired.length
      ? [remarkBlock(`Estas son las ${fired.length} últimas de ${firedCount}.`)]
      : [];
  return composeMail({
    subject: `Tu semana, ${period}: ${alertCount}`,
    lead: capitalizeFirst(`${alertCount} esta semana. ${bestOf(summary)}`).trim(),
    corner: capitalizeFirst(formatMoment(now, timeZone)),
    header: { above: period, title: 'Tu semana', below: [capitalizeFirst(alertCount)] },
    blocks: [
      ...section('Lo que vigilas', [
        ...watched,
        ...more(moreMatches, 'partido más', 'partidos más'),
      ]),
      ...section('Lo más cerca de tu línea', nearest),
      ...section('Lo que ha saltado', [...unlisted, ...crossings]),
      actionsBlock([{ words: 'Ver todas las alertas', url: `${appOrigin}/dashboard/alertas` }]),
      buttonBlock({ words: 'Abrir Vigía', url: `${appOrigin}/dashboard` }),
    ],
    foot: [
      'Los precios son los más bajos a la venta en cada momento.',
      'Recibes este correo porque pediste un resumen cada lunes.',
    ],
    unsubscribe: { words: 'Dejar de recibir el resumen', url: unsubscribeUrl },
  });
}

function bestOf({ lines: [nearest], matches: [match] }: WeeklySummary): string {
  if (nearest !== undefined)
    return `Lo más cerca: ${nearest.label}, ${distanceWords(nearest.distanceBp)} de tu línea.`;
  return match === undefined ? '' : `Mínimos y máximos de ${match.name}.`;
}

/** “a un 2,9 %” */
const distanceWords = (distanceBp: number): string =>
  distanceBp <= 0 ? 'en la línea' : `a un ${formatShare(distanceBp)}`;

const counted = (count: number, one: string, many: string): string =>
  `${count}\u00a0${count === 1 ? one : many}`;

/** “mar 17” */
function shortDay(at: Date, timeZone: string): string {
  const weekday = dateFormat({ weekday: 'short', timeZone }).format(at);
  return `${weekday}\u00a0${dateFormat({ day: 'numeric', timeZone }).format(at)}`;
}

function rangeFact(
  { category, currency, lowCents, lowAt, highCents, highAt }: CategoryRange,
  since: Date,
  dayOf: (at: Date) => string,
): Fact {
  const price = (cents: number, at: Date) =>
    `${formatPrice(cents, currency)} (${at.getTime() === since.getTime() ? 'al empezar' : dayOf(at)})`;
  return {
    name: category,
    values:
      lowCents === highCents
        ? [{ text: `${formatPrice(lowCents, currency)}, sin cambios`, tone: 'text' }]
        : [
            { text: `mínimo ${price(lowCents, lowAt)}`, tone: 'down' },
            { text: `máximo ${price(highCents, highAt)}`, tone: 'up' },
          ],
  };
}
