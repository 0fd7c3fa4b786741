/** Renders every mail, from one description of it, as HTML and as plain text. HTML: tables and inline styles; classes for dark mode and small screens. */
import { brand } from '#domain/brand.ts';
import { Html, html } from '#domain/html.ts';
import { darkColors, lightColors } from '#domain/palette.ts';
import { type Block, type MailLink, textOfLink } from './mail-blocks.ts';

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

export interface MailBody {
  readonly subject: string;
  /** First line of the text, and what an inbox shows beside the subject; absent = the first block. */
  readonly lead?: string;
  /** Top right, opposite the brand: usually the date. */
  readonly corner?: string;
  readonly header: {
    readonly above?: string;
    readonly title: string;
    readonly below?: readonly string[];
  };
  readonly blocks: readonly Block[];
  /** Small print, a paragraph each. */
  readonly foot: readonly string[];
  readonly unsubscribe?: MailLink;
}

export function composeMail({
  subject,
  lead,
  corner = '',
  header,
  blocks,
  foot,
  unsubscribe,
}: MailBody): { subject: string; text: string; html: string } {
  const texts = blocks.flatMap(({ text }) => text ?? []);
  const close = unsubscribe === undefined ? foot : [...foot, textOfLink(unsubscribe)];
  return {
    subject,
    text: `${[...(lead === undefined ? [] : [lead]), ...texts, close.join('\n')].join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${new Html(rules)}</style>
</head>
<body class="page f" style="margin:0;background:${lightColors.sunken};font-family:'Helvetica Neue',Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${lead ?? texts[0] ?? ''}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${lightColors.sunken}"><tr><td align="center" style="padding:20px 10px 36px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px">
<tr><td class="pad" style="padding:0 32px 14px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td class="n t" style="font-size:28px;font-weight:800;color:${lightColors.text};line-height:1">${brand.name}</td>
<td class="f s" align="right" style="font-size:13px;color:${lightColors.textSoft}">${corner}</td></tr></table></td></tr>
${headerRow(header)}
${perforation}
<tr><td class="paper pad" style="background:${lightColors.surface};border-radius:0 0 5px 5px;padding:26px 32px 28px">${blocks.map((block) => block.html)}</td></tr>
<tr><td class="f s pad" style="padding:22px 32px 0;font-size:13px;line-height:1.55;color:${lightColors.textSoft}">${foot.map((text, i) => html`${i > 0 ? html`<br><br>` : null}${text}`)}${unsubscribe ? html` <a class="s" href="${unsubscribe.url}" style="color:${lightColors.textSoft}">${unsubscribe.words}</a>.` : null}<br><br>${brand.name} es independiente: no tiene relación con ${brand.unrelatedTo}, y no vende coleccionables.</td></tr>
</table>
</td></tr></table>
</body></html>`.text,
  };
}

/** The green header of a ticket. */
const headerRow = ({ above, title, below = [] }: MailBody['header']): Html =>
  html`<tr><td class="board pad" style="background:${lightColors.board};border-radius:5px 5px 0 0;padding:26px 32px 24px">
${above === undefined ? null : html`<p class="f" style="margin:0 0 12px;font-size:15px;line-height:1.4;font-weight:600;color:${lightColors.signalOnBoard}">${above}</p>`}
<h1 class="n team" style="margin:0;font-size:48px;line-height:1.02;font-weight:800;color:${lightColors.onBoard};text-transform:uppercase">${title}</h1>
<p class="f" style="margin:12px 0 0;font-size:15px;line-height:1.5;color:${lightColors.onBoardSoft}">${below.map((text, i) => html`${i > 0 ? html`<br>` : null}${text}`)}</p></td></tr>`;

const perforation = html`<tr><td class="board" style="background:${lightColors.board};padding:0;font-size:0;line-height:0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td class="notch" width="14" style="width:14px;height:28px;background:${lightColors.sunken};border-radius:0 14px 14px 0"></td>
<td style="height:28px;vertical-align:middle"><div style="border-top:2px dashed ${lightColors.onBoard};margin:0 12px;height:0"></div></td>
<td class="notch" width="14" style="width:14px;height:28px;background:${lightColors.sunken};border-radius:14px 0 0 14px"></td></tr></table></td></tr>`;
