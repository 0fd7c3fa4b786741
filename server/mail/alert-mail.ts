/** One mail for all a user's crossings: what crossed and why first, then when, the value now, and what can be done about it. */

import type { AlertMailData, UnsentAlert } from '../db/alerts/unsent-alerts.ts';
import { changeBp } from '../db/market/catalogue.ts';
import { html } from '../html.ts';
import { alertListBody, singleAlertBody } from './alert-mail-layout.ts';
import type { AlertSection } from './alert-section.ts';
import {
  capitalised,
  dayChangeOf,
  describeCrossing,
  describeRearm,
  describeRule,
  formatClock,
  formatDay,
  formatInstant,
  formatMoment,
  formatPrice,
  formatThreshold,
} from './format.ts';
import { numberFormat } from './intl-cache.ts';
import { mailLayout } from './mail-layout.ts';

export interface AlertLinks {
  chart(alert: AlertMailData): string;
  snooze(alert: AlertMailData): string;
  pause(alert: AlertMailData): string;
  /** Where thresholds are changed. */
  readonly change: string;
  /** Every alert there is. */
  readonly all: string;
  readonly unsubscribe: string;
}

interface Setting {
  readonly links: AlertLinks;
  readonly timeZone: string;
}

/** What a mail is about: some alerts in full, and those it only counts. */
export interface AlertMailContent {
  readonly pieces: readonly [AlertSection, ...AlertSection[]];
  readonly more: readonly UnsentAlert[];
}

/** @throws RangeError when the alert carries a currency that does not exist */
export function toAlertSection(alert: AlertMailData, { links, timeZone }: Setting): AlertSection {
  const price = (cents: number) => formatPrice(cents, alert.currency);
  const orNull = (cents: number | null) => (cents === null ? null : price(cents));
  return {
    alert,
    label: labelOf(alert),
    reason: describeCrossing(alert),
    rule: describeRule(alert),
    value: price(alert.valueCents),
    shortValue: formatThreshold(alert.valueCents, alert.currency),
    previous: orNull(alert.previousCents),
    now: orNull(alert.nowCents),
    dayChange: dayChangeOf(changeBp(alert.nowCents, alert.dayAgoCents)),
    lastSale: orNull(alert.lastSaleCents),
    observedAt: formatInstant(alert.observedAt, timeZone),
    observedClock: formatClock(alert.observedAt, timeZone),
    nextTime: describeRearm(alert),
    chartUrl: links.chart(alert),
    snoozeUrl: links.snooze(alert),
    pauseUrl: links.pause(alert),
    changeUrl: links.change,
  };
}

/** “España – Uruguay, Categoría 2” */
const labelOf = ({ matchName, part }: UnsentAlert): string =>
  part === null ? matchName : `${matchName}, ${part}`;

export function composeAlertMail(
  told: AlertMailContent,
  { links, timeZone, now }: Setting & { readonly now: Date },
): { subject: string; text: string; html: string } {
  const { pieces, more } = told;
  const [first] = pieces;
  const subject = subjectOf(told);
  const single = pieces.length + more.length === 1;
  const digest = more.length === 0 ? null : digestOf(told);
  const why = single
    ? `Recibes este correo porque creaste este umbral el ${formatDay(first.alert.thresholdCreatedAt, timeZone)}.`
    : 'Recibes este correo porque creaste estos umbrales.';
  const later = single ? ` ${first.nextTime}` : '';
  const aged = `El precio puede haber cambiado desde que te escribimos.${later}`;
  return {
    subject,
    text: [
      single ? null : `${subject}\n`,
      digest && `${digest} Todas: ${links.all}\n`,
      ...pieces.map(textOf),
      aged,
      `\n${why}\nDejar de recibir alertas: ${links.unsubscribe}\n`,
    ]
      .filter((line) => line !== null)
      .join('\n'),
    html: mailLayout({
      title: subject,
      preheader: digest ?? `${sentenceOf(first)} ${nowOf(first)}`,
      corner: capitalised(formatMoment(now, timeZone)),
      rows: single
        ? singleAlertBody(first, timeZone)
        : alertListBody(
            subject,
            pieces,
            digest === null ? null : { words: digest, url: links.all },
          ),
      foot: html`${aged}<br><br>${why} <a class="s" href="${links.unsubscribe}" style="color:#45594d">Dejar de recibir alertas</a>.`,
    }),
  };
}

/** “1.000 alertas desde el correo anterior. Aquí están las 50 más recientes.” */
function digestOf({ pieces, more }: AlertMailContent): string {
  const count = numberFormat({ useGrouping: 'always' });
  return `${count.format(pieces.length + more.length)} alertas desde el correo anterior. Aquí están las ${pieces.length} más recientes.`;
}

function subjectOf({ pieces, more }: AlertMailContent): string {
  const [first] = pieces;
  const alerts = [...more, ...pieces.map(({ alert }) => alert)];
  const thresholds = new Map(alerts.map((alert) => [alert.thresholdId, alert]));
  if (thresholds.size > 1) {
    const labels = new Set([...thresholds.values()].map(labelOf));
    const others = labels.size - 1;
    const rest = others === 0 ? '' : ` y ${others} más`;
    return `${thresholds.size} umbrales han cruzado tu línea · ${first.label}${rest}`;
  }
  const last = pieces.at(-1) ?? first;
  const times = alerts.length === 1 ? '' : ` ${alerts.length} veces`;
  return `${last.shortValue} · ${last.label} ha cruzado tu línea${times}`;
}

const sentenceOf = (piece: AlertSection): string =>
  `${piece.label} ${piece.reason}: ${piece.value}, el ${piece.observedAt}.`;

const nowOf = ({ now }: AlertSection): string =>
  now === null ? 'Ahora no hay nada en venta.' : `Precio mínimo ahora: ${now}.`;

function textOf(piece: AlertSection): string {
  const { alert } = piece;
  const lines = [
    sentenceOf(piece),
    nowOf(piece),
    `Umbral: ${piece.rule}`,
    piece.previous && `Antes de cruzar: ${piece.previous}`,
    alert.collectibleName === alert.part ? null : `El más barato: ${alert.collectibleName}`,
    piece.dayChange && `Cambio en 24\u00a0h: ${piece.dayChange.words}`,
    piece.lastSale && `Última venta: ${piece.lastSale}`,
    `En venta: ${alert.listings}`,
    `Ver la gráfica: ${piece.chartUrl}`,
    `Silenciar 24\u00a0h: ${piece.snoozeUrl}`,
    `Pausar este umbral: ${piece.pauseUrl}`,
    `Cambiarlo: ${piece.changeUrl}`,
  ];
  return `${lines.filter((line) => line !== null && line !== '').join('\n')}\n`;
}
