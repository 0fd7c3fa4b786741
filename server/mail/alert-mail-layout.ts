/** HTML body of alert mails: one alert drawn as a ticket, or several as a list. */
import { type Html, html } from '#domain/html.ts';
import { lightColors } from '#domain/palette.ts';
import type { AlertEntry, AlertSection } from './alert-section.ts';
import { capitalised, formatKickoff, formatPrice, formatThreshold } from './format.ts';
import { actionLink, button, outsideActionLink } from './mail-layout.ts';

/** @param testNote of a mail about an alert that was not fired; null for others */
export function singleAlertBody(
  section: AlertSection,
  { timeZone, testNote }: { readonly timeZone: string; readonly testNote: string | null },
): Html[] {
  const { alert } = section;
  const where = [
    alert.kickoffAt && capitalised(formatKickoff(alert.kickoffAt, timeZone)),
    [alert.venue, alert.city].filter((place) => place !== null).join(', '),
  ].filter(Boolean);
  const what = [alert.part, alert.stage].filter(
    (part) => part !== null && part !== alert.matchName,
  );
  const subtitle = [what.join(' · '), where.join(' · ')].filter((line) => line !== '');
  return [
    headerBlock({
      above: testNote ?? `A las ${section.observedClock} ${section.reason}`,
      title: alert.matchName,
      below: html`${subtitle.map((line, i) => html`${i > 0 ? html`<br>` : null}${line}`)}`,
    }),
    perforation,
    html`<tr><td class="paper pad" style="background:${lightColors.surface};padding:26px 32px 10px">
<p class="f s" style="margin:0;font-size:14px;color:${lightColors.textSoft}">Precio mínimo ahora</p>
${currentPrice(section)}${thresholdLine(section, testNote !== null)}${noteLine(section)}</td></tr>`,
    html`<tr><td class="paper pad" style="background:${lightColors.surface};padding:12px 32px 8px"><table class="f t strong" width="100%" cellpadding="0" cellspacing="0" style="font-size:15px;color:${lightColors.text};border-top:1px solid ${lightColors.text}">
${facts(section).map(({ name, value, style }) => html`<tr><th class="s line" align="left" scope="row" style="padding:10px 12px 10px 0;white-space:nowrap;font-weight:400;color:${lightColors.textSoft};border-bottom:1px solid ${lightColors.rule}">${name}</th><td class="${style.class} line" align="right" style="padding:10px 0;font-weight:700;color:${style.color};border-bottom:1px solid ${lightColors.rule}">${value}</td></tr>`)}</table></td></tr>`,
    html`<tr><td class="paper pad" style="background:${lightColors.surface};border-radius:0 0 5px 5px;padding:18px 32px 28px">
${button(section.chartUrl, 'Ver la gráfica')}${actionRows([...actions(section), actionLink(section.changeUrl, 'Cambiarlo')])}</td></tr>`,
  ];
}

/** @param rest text and link for alerts that are not listed; null = all are */
export function alertListBody(
  title: string,
  entries: readonly AlertEntry[],
  rest: { readonly text: string; readonly url: string } | null,
): Html[] {
  const [headline = title, subtitle = ''] = title.split(' · ', 2);
  return [
    headerBlock({ above: null, title: headline, below: html`${subtitle}` }),
    perforation,
    rest === null
      ? html``
      : html`<tr><td class="paper pad" style="background:${lightColors.surface};padding:22px 32px 4px"><p class="f t" style="margin:0 0 14px;font-size:16px;line-height:1.5;color:${lightColors.text}">${rest.text}</p>
${button(rest.url, 'Ver todas las alertas')}</td></tr>`,
    ...entries.map(({ section, times }, i) => {
      const last = i === entries.length - 1;
      return html`<tr><td class="paper pad" style="background:${lightColors.surface};padding:22px 32px ${last ? 28 : 4}px${last ? ';border-radius:0 0 5px 5px' : ''}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="siglin" style="border-left:3px solid ${lightColors.signal};padding-left:14px">
<p class="f t" style="margin:0;font-size:17px;line-height:1.35;font-weight:700;color:${lightColors.text}">${section.label}</p>
<p class="f sig" style="margin:2px 0 0;font-size:15px;font-weight:600;line-height:1.45;color:${lightColors.signal}">${capitalised(section.reason)}${times === 1 ? null : `, ${times} veces`}</p>${noteLine(section)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:10px 0 6px"><tr>
${price('Al cruzar', section.value, section.observedAt)}${price('Ahora', section.now ?? 'Nada en venta', `${section.isBack ? 'Ha vuelto · ' : ''}En venta: ${section.alert.listings}`)}</tr></table>
${actionRows([actionLink(section.chartUrl, 'Ver la gráfica'), ...actions(section)])}
</td></tr></table></td></tr>`;
    }),
  ];
}

const price = (name: string, value: string, detail: string): Html =>
  html`<td width="50%" valign="top" style="padding-right:8px"><p class="f s" style="margin:0;font-size:13px;color:${lightColors.textSoft}">${name}</p>
<p class="n t" style="margin:0;font-size:26px;line-height:1.15;font-weight:800;color:${lightColors.text}">${value}</p>
<p class="f s" style="margin:2px 0 0;font-size:13px;color:${lightColors.textSoft}">${detail}</p></td>`;

/** The green header of the ticket. */
export const headerBlock = (text: { above: string | null; title: string; below: Html }): Html =>
  html`<tr><td class="board pad" style="background:${lightColors.board};border-radius:5px 5px 0 0;padding:26px 32px 24px">
${text.above === null ? null : html`<p class="f" style="margin:0 0 12px;font-size:15px;line-height:1.4;font-weight:600;color:${lightColors.signalOnBoard}">${text.above}</p>`}
<h1 class="n team" style="margin:0;font-size:48px;line-height:1.02;font-weight:800;color:${lightColors.onBoard};text-transform:uppercase">${text.title}</h1>
<p class="f" style="margin:12px 0 0;font-size:15px;line-height:1.5;color:${lightColors.onBoardSoft}">${text.below}</p></td></tr>`;

/** The ticket's perforation, under the header. */
export const perforation = html`<tr><td class="board" style="background:${lightColors.board};padding:0;font-size:0;line-height:0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td class="notch" width="14" style="width:14px;height:28px;background:${lightColors.sunken};border-radius:0 14px 14px 0"></td>
<td style="height:28px;vertical-align:middle"><div style="border-top:2px dashed ${lightColors.onBoard};margin:0 12px;height:0"></div></td>
<td class="notch" width="14" style="width:14px;height:28px;background:${lightColors.sunken};border-radius:14px 0 0 14px"></td></tr></table></td></tr>`;

function currentPrice({ now }: AlertSection): Html {
  if (now === null)
    return html`<p class="n t" style="margin:6px 0 0;font-size:44px;line-height:1.05;font-weight:800;color:${lightColors.text}">Nada en venta</p>`;
  // The longer the price, the smaller its font, so that it is never cut off.
  const [size, px] = now.length <= 8 ? ['big', 88] : now.length <= 11 ? ['mid', 68] : ['long', 44];
  const [, digits = now, currency = ''] = /^([\d.,]+)(.*)$/s.exec(now) ?? [];
  return html`<p class="n t ${size}" style="margin:2px 0 0;font-size:${px}px;line-height:1;font-weight:800;color:${lightColors.text};white-space:nowrap">${digits}<span style="font-size:50%;font-weight:500">${currency}</span></p>`;
}

/** The threshold as a vertical line, with a ball left of it once crossed. Text only for other rules. */
function thresholdLine({ alert, rule, isBack }: AlertSection, isTest: boolean): Html {
  const { condition, ruleValue, nowCents, currency } = alert;
  const draws = condition === 'below' || condition === 'above';
  if (!draws || nowCents === null)
    return html`<p class="f sig" style="margin:18px 0 4px;font-size:15px;font-weight:600;color:${lightColors.signal}">Tu umbral: ${rule.toLowerCase()}</p>`;
  const distance = formatPrice(Math.abs(nowCents - ruleValue), currency);
  const crossed = !isBack;
  const limit = formatThreshold(ruleValue, currency);
  const text =
    nowCents === ruleValue
      ? `Tu umbral: ${limit}. Justo en la línea`
      : crossed
        ? `Tu umbral: ${limit}. Cruzado por ${distance}`
        : isTest
          ? `Tu umbral: ${limit}. Faltan ${distance}`
          : `Tu umbral: ${limit}. Ha vuelto, y faltan ${distance}`;
  const ball = html`<td class="dot" width="14" style="width:14px;height:14px;border-radius:14px;background:${lightColors.signal};font-size:0">&nbsp;</td>`;
  const stroke = html`<td width="22" style="width:22px;font-size:0;line-height:0"><div class="siglin" style="border-top:3px solid ${lightColors.signal}"></div></td>`;
  const rail = html`<td style="font-size:0;line-height:0"><div class="line" style="border-top:1px solid ${lightColors.rule}"></div></td>`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:22px 0 4px"><tr>
<td class="siglin" width="14%" align="right" style="width:14%;height:16px;border-right:3px solid ${lightColors.signal}">${
    crossed
      ? html`<table role="presentation" cellpadding="0" cellspacing="0"><tr>${ball}${stroke}</tr></table>`
      : null
  }</td>
<td style="height:16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${crossed ? rail : html`${stroke}${ball}${rail}`}</tr></table></td></tr>
<tr><td class="siglin" style="height:22px;border-right:3px solid ${lightColors.signal}"></td><td class="f sig" style="padding:4px 0 0 10px;font-size:15px;line-height:1.4;font-weight:600;color:${lightColors.signal}">${text}</td></tr></table>`;
}

const noteLine = ({ note }: AlertSection): Html | null =>
  note === null
    ? null
    : html`<p class="f t" style="margin:10px 0 4px;font-size:15px;line-height:1.45;color:${lightColors.text};word-break:break-word">${note}</p>`;

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly style: { readonly class: string; readonly color: string };
}

const defaultStyle = { class: 't', color: lightColors.text };
const directionStyles = {
  up: { class: 'up', color: lightColors.up },
  down: { class: 'down', color: lightColors.down },
  none: defaultStyle,
};

function facts(section: AlertSection): Fact[] {
  const { alert, dayChange } = section;
  const rows: [string, string | null | undefined, Fact['style']?][] = [
    ['¿Es buen precio?', section.standing],
    ['Cambio en 24\u00a0h', dayChange?.text, directionStyles[dayChange?.direction ?? 'none']],
    ['Última venta', section.lastSale],
    ['En venta', String(alert.listings)],
    ['Umbral', section.rule],
    ['Al cruzar', section.value],
    ['Visto', section.observedAt],
    ['Antes de cruzar', section.previous],
    ['El más barato', alert.collectibleName === alert.part ? null : alert.collectibleName],
  ];
  return rows.flatMap(([name, value, style = defaultStyle]) =>
    value ? [{ name, value, style }] : [],
  );
}

const actions = (section: AlertSection): Html[] => [
  ...(section.marketUrl === null
    ? []
    : [outsideActionLink(section.marketUrl, 'Ver en el mercado')]),
  actionLink(section.snoozeUrl, 'Silenciar 24\u00a0h'),
  actionLink(section.pauseUrl, 'Pausar este umbral'),
];

/** Two a row, each as high as a thumb needs. */
const actionRows = (links: readonly Html[]): Html =>
  html`<table class="f" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:12px 0 0;font-size:15px">${links.flatMap(
    (left, i) =>
      i % 2 === 1 ? [] : [html`<tr>${actionCell(left)}${actionCell(links[i + 1] ?? html``)}</tr>`],
  )}</table>`;

const actionCell = (action: Html): Html => html`<td class="line cell" width="50%">${action}</td>`;
