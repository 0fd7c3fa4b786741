/** Composes one mail from a user's alerts: what crossed and why, when, the value now, action links. */

import { nowWords } from '#domain/crossing-words.ts';
import { html } from '#domain/html.ts';
import { numberFormat } from '#domain/intl-formats.ts';
import type { UnsentAlert } from '../db/alerts/unsent-alerts.ts';
import { alertListBody, singleAlertBody } from './alert-mail-layout.ts';
import type { AlertEntry, AlertSection, SectionOptions } from './alert-section.ts';
import { capitalised, formatDay, formatMoment, formatPrice, labelOf } from './format.ts';
import { mailLayout } from './mail-layout.ts';

interface ComposeOptions extends SectionOptions {
  readonly now: Date;
  /** A mail that the user asked for, about an alert that was not fired: says so. */
  readonly isTest?: boolean;
}

/** The alerts listed in full, and those only counted. */
interface AlertMailContent {
  readonly sections: readonly [AlertSection, ...AlertSection[]];
  readonly more: readonly UnsentAlert[];
}

export function composeAlertMail(
  content: AlertMailContent,
  { links, timeZone, now, isTest = false }: ComposeOptions,
): { subject: string; text: string; html: string } {
  const { sections, more } = content;
  const [first] = sections;
  const subject = isTest ? `Prueba · ${subjectOf(content)}` : subjectOf(content);
  const single = sections.length + more.length === 1;
  const entries = entriesOf(content);
  const [top = { section: first, times: 1 }] = entries;
  const digest = more.length === 0 ? null : digestOf(content);
  const why = isTest
    ? 'Recibes este correo porque pediste una prueba.'
    : single
      ? `Recibes este correo porque creaste este umbral el ${formatDay(first.alert.thresholdCreatedAt, timeZone)}.`
      : 'Recibes este correo porque creaste estos umbrales.';
  const later = single ? ` ${first.rearmText}` : '';
  const footnote = isTest
    ? testNote
    : `El precio puede haber cambiado desde que te escribimos.${later}`;
  return {
    subject,
    text: [
      isTest ? `${testNote}\n` : null,
      single ? null : `${subject}\n`,
      digest && `${digest} Todas: ${links.all}\n`,
      ...entries.map(textOf),
      footnote,
      `\n${why}\nDejar de recibir alertas: ${links.unsubscribe}\n`,
    ]
      .filter((line) => line !== null)
      .join('\n'),
    html: mailLayout({
      title: subject,
      preheader: isTest ? testNote : (digest ?? `${sentenceOf(top)} ${nowOf(top.section)}`),
      corner: capitalised(formatMoment(now, timeZone)),
      rows: single
        ? singleAlertBody(first, { timeZone, testNote: isTest ? testNote : null })
        : alertListBody(
            subject,
            entries,
            digest === null ? null : { text: digest, url: links.all },
          ),
      foot: html`${footnote}<br><br>${why} <a class="s" href="${links.unsubscribe}" style="color:#45594d">Dejar de recibir alertas</a>.`,
    }),
  };
}

const testNote = 'Es una prueba, con tu umbral: ningún precio lo ha cruzado. Así será tu aviso.';

/** “1.000 alertas desde el correo anterior. Aquí están las 50 más recientes.” */
function digestOf({ sections, more }: AlertMailContent): string {
  const count = numberFormat({ useGrouping: 'always' });
  return `${count.format(sections.length + more.length)} alertas desde el correo anterior. Aquí están las más recientes.`;
}

function subjectOf({ sections, more }: AlertMailContent): string {
  const [first] = sections;
  const alerts = [...more, ...sections.map(({ alert }) => alert)];
  const thresholds = new Set(alerts.map(({ thresholdId }) => thresholdId));
  const prices = new Set(alerts.map(labelOf));
  const verb =
    more.length === 0 && sections.every(({ alert }) => alert.already)
      ? ['ya había cruzado', 'ya habían cruzado']
      : ['ha cruzado', 'han cruzado'];
  if (prices.size > 1)
    return `${prices.size} precios ${verb[1]} tu línea · ${first.label} y ${prices.size - 1} más`;
  const last = sections.at(-1) ?? first;
  if (thresholds.size > 1)
    return `${last.shortValue} · ${last.label} ${verb[0]} ${thresholds.size} de tus líneas`;
  const times = alerts.length === 1 ? '' : ` ${alerts.length} veces`;
  if (alerts.length === 1 && last.alert.already)
    return `${last.shortValue} · ${last.label} ${last.reason}`;
  return `${last.shortValue} · ${last.label} ha cruzado tu línea${times}`;
}

/** One a threshold: what still holds first, thresholds of one price beside each other. */
function entriesOf({ sections, more }: AlertMailContent): AlertEntry[] {
  const unlisted = Map.groupBy(more, ({ thresholdId }) => thresholdId);
  const byThreshold = Map.groupBy(sections, ({ alert }) => alert.thresholdId);
  const entries = [...byThreshold].flatMap(([id, all]) => {
    const section = all.at(-1);
    const times = all.length + (unlisted.get(id)?.length ?? 0);
    return section === undefined ? [] : [{ section, times }];
  });
  const byPrice = [...Map.groupBy(entries, ({ section }) => section.label).values()].flat();
  return byPrice.toSorted((a, b) => Number(a.section.isBack) - Number(b.section.isBack));
}

const sentenceOf = ({ section, times }: AlertEntry): string =>
  `${section.label} ${section.reason}${times === 1 ? '' : `, ${times} veces`}: ${section.value}, el ${section.observedAt}.`;

const nowOf = ({ alert }: AlertSection): string =>
  `${capitalised(nowWords(alert, alert.nowCents, { price: formatPrice }))}.`;

function textOf(entry: AlertEntry): string {
  const { section } = entry;
  const { alert } = section;
  const lines = [
    sentenceOf(entry),
    nowOf(section),
    `Umbral: ${section.rule}`,
    section.note,
    section.previous && `Antes de cruzar: ${section.previous}`,
    alert.collectibleName === alert.part ? null : `El más barato: ${alert.collectibleName}`,
    section.standing && `¿Es buen precio? ${section.standing}`,
    section.dayChange && `Cambio en 24\u00a0h: ${section.dayChange.text}`,
    section.lastSale && `Última venta: ${section.lastSale}`,
    `En venta: ${alert.listings}`,
    `Ver la gráfica: ${section.chartUrl}`,
    section.marketUrl && `Ver en el mercado: ${section.marketUrl}`,
    `Silenciar 24\u00a0h: ${section.snoozeUrl}`,
    `Pausar este umbral: ${section.pauseUrl}`,
    `Cambiarlo: ${section.changeUrl}`,
  ];
  return `${lines.filter((line) => line !== null && line !== '').join('\n')}\n`;
}
