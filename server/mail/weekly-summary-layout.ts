/** HTML body of the weekly summary: a ticket's header, then what is watched, the nearest lines and what fired. */
import { type Html, html } from '#domain/html.ts';
import { lightColors } from '#domain/palette.ts';
import { headerBlock, perforation } from './alert-mail-layout.ts';
import { capitalised } from './format.ts';
import { button, link } from './mail-layout.ts';
import type { SummaryContent } from './weekly-summary-content.ts';

type Match = SummaryContent['matches'][number];
type Range = Match['ranges'][number];

export function weeklySummaryBody(body: SummaryContent): Html[] {
  const { period, alertCount, matches, lines, fired, homeUrl, alertsUrl } = body;
  return [
    headerBlock({
      above: period,
      title: 'Tu semana',
      below: html`${capitalised(alertCount)}`,
    }),
    perforation,
    section(
      'Lo que vigilas',
      matches.length === 0 ? null : html`${matches.map(matchTable)}${rest(body.moreMatches)}`,
    ),
    section('Lo más cerca de tu línea', lines.length === 0 ? null : html`${lines.map(lineRow)}`),
    section(
      'Lo que ha saltado',
      fired.length === 0
        ? null
        : html`${note(body.moreFired)}${fired.map(firedRow)}<p class="f t" style="margin:12px 0 0;font-size:15px;color:${lightColors.text}">${link(alertsUrl, 'Ver todas las alertas')}</p>`,
    ),
    html`<tr><td class="paper pad" style="background:${lightColors.surface};border-radius:0 0 5px 5px;padding:22px 32px 28px">${button(homeUrl, 'Abrir Vigía')}</td></tr>`,
  ];
}

const section = (title: string, content: Html | null): Html =>
  content === null
    ? html``
    : html`<tr><td class="paper pad" style="background:${lightColors.surface};padding:24px 32px 4px">
<h2 class="n t" style="margin:0 0 6px;font-size:26px;line-height:1.1;font-weight:800;color:${lightColors.text}">${title}</h2>${content}</td></tr>`;

const note = (text: string | null): Html | null =>
  text === null
    ? null
    : html`<p class="f s" style="margin:0 0 6px;font-size:14px;line-height:1.45;color:${lightColors.textSoft}">${text}</p>`;

const rest = (more: string | null): Html | null =>
  more === null ? null : html`<div style="padding-top:8px">${note(`Y ${more}.`)}</div>`;

const cell = `border-bottom:1px solid ${lightColors.rule};padding:9px 0`;
const headingCell = `${cell};font-size:13px;font-weight:400;color:${lightColors.textSoft}`;

const matchTable = ({ name, url, ranges, more }: Match): Html =>
  html`<p class="f t" style="margin:14px 0 4px;font-size:17px;line-height:1.35;font-weight:700;color:${lightColors.text}">${link(url, name)}</p>
<table class="f t strong" width="100%" cellpadding="0" cellspacing="0" style="font-size:15px;color:${lightColors.text};border-top:1px solid ${lightColors.text}">
<tr><th class="s line" scope="col" align="left" style="${headingCell}">Categoría</th><th class="s line" scope="col" width="28%" align="right" style="${headingCell};padding-right:14px">Mínimo</th><th class="s line" scope="col" width="28%" align="right" style="${headingCell}">Máximo</th></tr>
${ranges.map(rangeRow)}</table>${rest(more)}`;

const rangeRow = ({ category, low, high }: Range): Html =>
  html`<tr><th class="t line" scope="row" align="left" valign="top" style="${cell};padding-right:10px;font-weight:400;color:${lightColors.text}">${category}</th>${
    high === null
      ? html`<td class="t line" colspan="2" align="right" valign="top" style="${cell}">${priceAt({ ...low, when: 'sin cambios' }, lightColors.text, 't')}</td>`
      : html`<td class="line" align="right" valign="top" style="${cell};padding-right:14px">${priceAt(low, lightColors.down, 'down')}</td><td class="line" align="right" valign="top" style="${cell}">${priceAt(high, lightColors.up, 'up')}</td>`
  }</tr>`;

const priceAt = ({ price, when }: Range['low'], color: string, name: string): Html =>
  html`<span class="${name}" style="font-weight:700;color:${color};white-space:nowrap">${price}</span><br><span class="s" style="font-size:13px;color:${lightColors.textSoft};white-space:nowrap">${when}</span>`;

const lineRow = ({ label, rule, now, distance, url }: SummaryContent['lines'][number]): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:12px 0 0"><tr><td class="siglin" style="border-left:3px solid ${lightColors.signal};padding-left:14px">
<p class="f t" style="margin:0;font-size:16px;line-height:1.35;font-weight:700;color:${lightColors.text}">${link(url, label)}</p>
<p class="f sig" style="margin:2px 0 0;font-size:15px;line-height:1.45;font-weight:600;color:${lightColors.signal}">${rule}: ${distance}</p>
<p class="f s" style="margin:2px 0 0;font-size:14px;line-height:1.45;color:${lightColors.textSoft}">Ahora, ${now}</p></td></tr></table>`;

const firedRow = ({ label, reason, value, at, url }: SummaryContent['fired'][number]): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="line" style="${cell}">
<p class="f s" style="margin:0;font-size:13px;color:${lightColors.textSoft}">${at}</p>
<p class="f t" style="margin:2px 0 0;font-size:16px;line-height:1.35;font-weight:700;color:${lightColors.text}">${link(url, label)}</p>
<p class="f t" style="margin:2px 0 0;font-size:15px;line-height:1.45;color:${lightColors.text}">${reason}: <b>${value}</b></p></td></tr></table>`;
