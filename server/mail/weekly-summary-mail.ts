/** Composes the weekly summary: lows and highs of what is watched, the nearest lines, what fired. */
import { html } from '#domain/html.ts';
import { capitalised, formatMoment } from './format.ts';
import { mailLayout } from './mail-layout.ts';
import { describeWeek, type SummaryContent, type WeeklySummary } from './weekly-summary-content.ts';
import { weeklySummaryBody } from './weekly-summary-layout.ts';

interface SummaryOptions {
  readonly appOrigin: string;
  readonly unsubscribeUrl: string;
  readonly timeZone: string;
  readonly now: Date;
}

/** @throws RangeError when a price carries a currency that does not exist */
export function composeWeeklySummary(
  summary: WeeklySummary,
  { appOrigin, unsubscribeUrl, timeZone, now }: SummaryOptions,
): { subject: string; text: string; html: string } {
  const content = describeWeek(summary, { appOrigin, timeZone });
  const subject = `Tu semana, ${content.period}: ${content.alertCount}`;
  const why = 'Recibes este correo porque pediste un resumen cada lunes.';
  return {
    subject,
    text: textOf(subject, content, `${why}\nDejar de recibir el resumen: ${unsubscribeUrl}\n`),
    html: mailLayout({
      title: subject,
      preheader: preheaderOf(content),
      corner: capitalised(formatMoment(now, timeZone)),
      rows: weeklySummaryBody(content),
      foot: html`Los precios son los más bajos a la venta en cada momento. ${why} <a class="s" href="${unsubscribeUrl}" style="color:#45594d">Dejar de recibir el resumen</a>.`,
    }),
  };
}

function preheaderOf({ lines: [nearest], matches: [match], alertCount }: SummaryContent): string {
  const what = capitalised(`${alertCount} esta semana.`);
  if (nearest !== undefined)
    return `${what} Lo más cerca: ${nearest.label}, ${nearest.distance} de tu línea.`;
  return match === undefined ? what : `${what} Mínimos y máximos de ${match.name}.`;
}

function textOf(
  subject: string,
  { matches, moreMatches, lines, fired, moreFired, homeUrl, alertsUrl }: SummaryContent,
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
