/** HTML layout of every mail: tables and inline styles; classes for dark mode, small screens, and what repeats in a long list. */

import { brand } from '#domain/brand.ts';
import { Html, html } from '#domain/html.ts';
import { darkColors, lightColors } from '#domain/palette.ts';

const rules = `
.f{font-family:"Archivo","Helvetica Neue",Arial,sans-serif}
.n{font-family:"Archivo Narrow","Arial Narrow","Roboto Condensed",Arial,sans-serif;font-stretch:condensed}
.go{display:block;line-height:20px;padding:12px 0}.cell{width:50%;border-top:1px solid ${lightColors.rule}}
@media (max-width:620px){.pad{padding-left:20px!important;padding-right:20px!important}.big{font-size:64px!important}.mid{font-size:46px!important}.long{font-size:30px!important}.team{font-size:36px!important}}
@media (prefers-color-scheme:dark){
.page{background:${darkColors.page}!important}.paper{background:${darkColors.surface}!important}.board{background:${darkColors.board}!important}
.t{color:${darkColors.text}!important}.s{color:${darkColors.textSoft}!important}.sig{color:${darkColors.signal}!important}.up{color:${darkColors.up}!important}.down{color:${darkColors.down}!important}
.line{border-color:${darkColors.rule}!important}.strong{border-color:${darkColors.border}!important}.siglin{border-color:${darkColors.signal}!important}.dot{background:${darkColors.signal}!important}
.notch{background:${darkColors.page}!important}.act{background:${darkColors.text}!important}.actt{color:${darkColors.onAction}!important}
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
<body class="page f" style="margin:0;background:${lightColors.sunken};font-family:'Helvetica Neue',Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${lightColors.sunken}"><tr><td align="center" style="padding:20px 10px 36px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px">
<tr><td class="pad" style="padding:0 32px 14px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td class="n t" style="font-size:28px;font-weight:800;color:${lightColors.text};line-height:1">${brand.name}</td>
<td class="f s" align="right" style="font-size:13px;color:${lightColors.textSoft}">${corner}</td></tr></table></td></tr>
${rows}
<tr><td class="f s pad" style="padding:22px 32px 0;font-size:13px;line-height:1.55;color:${lightColors.textSoft}">${foot}<br><br>${brand.name} es independiente: no tiene relación con ${brand.unrelatedTo}, y no vende coleccionables.</td></tr>
</table>
</td></tr></table>
</body></html>`.text;

export const button = (url: string, words: string): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="act" align="center" style="background:${lightColors.text};border-radius:3px"><a class="f actt" href="${url}" style="display:block;padding:16px 20px;font-size:16px;font-weight:700;color:${lightColors.surface};text-decoration:none">${words}</a></td></tr></table>`;

export const link = (url: string, words: string): Html =>
  html`<a class="t" href="${url}" style="color:${lightColors.text}">${words}</a>`;

/** In a cell, which it fills. */
export const actionLink = (url: string, words: string): Html =>
  html`<a class="t go" href="${url}" style="color:${lightColors.text}">${words}</a>`;

/** To a page that is not ours, which does not learn where its visitor comes from. */
export const outsideActionLink = (url: string, words: string): Html =>
  html`<a class="t go" href="${url}" target="_blank" rel="noopener noreferrer" style="color:${lightColors.text}">${words}</a>`;
