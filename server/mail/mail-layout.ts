/** HTML layout of every mail: tables and inline styles; classes only for dark mode and small screens. */
import { brand } from '#domain/brand.ts';
import { Html, html } from '../html.ts';

/** Colours of the light scheme, inline; dark mode overrides them by class in mail clients that support it. */
export const palette = {
  page: '#e8dfcb',
  board: '#0f3b2e',
  onBoard: '#fbf3dc',
  onBoardSoft: '#b4cbbb',
  signalOnBoard: '#ff8355',
  paper: '#fbf7ec',
  text: '#10352a',
  soft: '#45594d',
  rule: '#d3c9b2',
  signal: '#b72f08',
  up: '#7d4d00',
  down: '#14538f',
} as const;

const rules = `
.f{font-family:"Archivo","Helvetica Neue",Arial,sans-serif}
.n{font-family:"Archivo Narrow","Arial Narrow","Roboto Condensed",Arial,sans-serif;font-stretch:condensed}
@media (max-width:620px){.pad{padding-left:20px!important;padding-right:20px!important}.big{font-size:64px!important}.mid{font-size:46px!important}.long{font-size:30px!important}.team{font-size:36px!important}}
@media (prefers-color-scheme:dark){
.page{background:#0a1310!important}.paper{background:#111d18!important}.board{background:#0c2a21!important}
.t{color:#efe7d2!important}.s{color:#aab9ad!important}.sig{color:#ff7d4d!important}.up{color:#efb64e!important}.down{color:#8dc0f5!important}
.line{border-color:#24342c!important}.strong{border-color:#6f8478!important}.siglin{border-color:#ff7d4d!important}.dot{background:#ff7d4d!important}
.notch{background:#0a1310!important}.act{background:#efe7d2!important}.actt{color:#0d2019!important}
}`;

export interface MailLayout {
  readonly title: string;
  /** Preview text: what an inbox shows beside the subject. */
  readonly preheader: string;
  /** Top right, opposite the brand: usually the date. */
  readonly corner: string;
  /** Table rows. */
  readonly rows: readonly Html[];
  /** Small print under the body. */
  readonly foot: Html;
}

export const mailLayout = ({ title, preheader, corner, rows, foot }: MailLayout): string =>
  html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${new Html(rules)}</style>
</head>
<body class="page f" style="margin:0;background:${palette.page};font-family:'Helvetica Neue',Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${palette.page}"><tr><td align="center" style="padding:20px 10px 36px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px">
<tr><td class="pad" style="padding:0 32px 14px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td class="n t" style="font-size:28px;font-weight:800;color:${palette.text};line-height:1">${brand.name}</td>
<td class="f s" align="right" style="font-size:13px;color:${palette.soft}">${corner}</td></tr></table></td></tr>
${rows}
<tr><td class="f s pad" style="padding:22px 32px 0;font-size:13px;line-height:1.55;color:${palette.soft}">${foot}<br><br>${brand.name} es independiente: no tiene relación con ${brand.unrelatedTo}, y no vende coleccionables.</td></tr>
</table>
</td></tr></table>
</body></html>`.text;

export const button = (url: string, words: string): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="act" align="center" style="background:${palette.text};border-radius:3px"><a class="f actt" href="${url}" style="display:block;padding:16px 20px;font-size:16px;font-weight:700;color:${palette.paper};text-decoration:none">${words}</a></td></tr></table>`;

export const link = (url: string, words: string): Html =>
  html`<a class="t" href="${url}" style="color:${palette.text}">${words}</a>`;

/** To a page that is not ours, which does not learn where its visitor comes from. */
export const outsideLink = (url: string, words: string): Html =>
  html`<a class="t" href="${url}" target="_blank" rel="noopener noreferrer" style="color:${palette.text}">${words}</a>`;
