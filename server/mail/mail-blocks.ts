/** What the body of a mail is built of: each block is one thing twice, in HTML and in plain text. */
import { type Html, html } from '#domain/html.ts';
import { lightColors } from '#domain/palette.ts';

export interface Block {
  readonly html: Html;
  /** null: other lines of the text say it. */
  readonly text: string | null;
}

export interface MailLink {
  readonly words: string;
  readonly url: string;
  /** A page that is not ours does not learn where its visitor comes from. */
  readonly isOutside?: boolean;
}

/** Classes are for dark mode. */
const tones = {
  text: { class: 't', color: lightColors.text },
  soft: { class: 's', color: lightColors.textSoft },
  signal: { class: 'sig', color: lightColors.signal },
  up: { class: 'up', color: lightColors.up },
  down: { class: 'down', color: lightColors.down },
};

export interface Words {
  readonly text: string;
  readonly tone: keyof typeof tones;
}

/** A row of a table, each of its values in a line of its own. */
export interface Fact {
  readonly name: string;
  readonly values: readonly Words[];
}

export const textOfLink = ({ words, url }: MailLink): string => `${words}: ${url}`;

const linesOf = (lines: readonly (string | null)[]): string =>
  lines.filter((line) => line !== null && line !== '').join('\n');

const anchor = ({ words, url, isOutside = false }: MailLink, name = ''): Html =>
  html`<a class="t${name}" href="${url}"${isOutside ? html` target="_blank" rel="noopener noreferrer"` : null} style="color:${lightColors.text}">${words}</a>`;

const line = (content: string | Html, tone: Words['tone'], style: string): Html =>
  html`<p class="f ${tones[tone].class}" style="margin:0;line-height:1.45;color:${tones[tone].color};${style}">${content}</p>`;

export const paragraphBlock = (text: string): Block => ({
  html: line(text, 'text', 'padding:0 0 16px;font-size:16px;word-break:break-word'),
  text,
});

/** Beside what is listed. */
export const remarkBlock = (text: string): Block => ({
  html: line(text, 'soft', 'padding:8px 0;font-size:14px'),
  text,
});

export const headingBlock = (words: string): Block => ({
  html: html`<h2 class="n t" style="margin:0;padding:24px 0 6px;font-size:26px;line-height:1.1;font-weight:800;color:${lightColors.text}">${words}</h2>`,
  text: words.toLocaleUpperCase('es'),
});

export const buttonBlock = (to: MailLink): Block => ({
  html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:18px 0 0"><tr><td class="act" align="center" style="background:${lightColors.text};border-radius:3px"><a class="f actt" href="${to.url}" style="display:block;padding:16px 20px;font-size:16px;font-weight:700;color:${lightColors.surface};text-decoration:none">${to.words}</a></td></tr></table>`,
  text: textOfLink(to),
});

/** Two a row, each as high as a thumb needs. */
export const actionsBlock = (links: readonly MailLink[]): Block => ({
  html: html`<table class="f" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:12px 0 0;font-size:15px">${links.flatMap(
    (left, i) =>
      i % 2 === 1 ? [] : [html`<tr>${actionCell(left)}${actionCell(links[i + 1])}</tr>`],
  )}</table>`,
  text: linesOf(links.map(textOfLink)),
});

const actionCell = (link?: MailLink): Html =>
  html`<td class="line cell" width="50%">${link ? anchor(link, ' go') : null}</td>`;

const valueLine = ({ text, tone }: Words, i: number): Html =>
  html`${i > 0 ? html`<br>` : null}<span class="${tones[tone].class}" style="color:${tones[tone].color};${tone === 'soft' ? 'font-weight:400;font-size:13px' : ''}">${text}</span>`;

/** @param title of the table, which leads somewhere; absent = none */
export const factsBlock = (rows: readonly Fact[], title?: MailLink): Block => ({
  html: html`${title ? line(anchor(title), 'text', 'padding:14px 0 4px;font-size:17px;font-weight:700') : null}<table class="f t strong" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 4px;font-size:15px;color:${lightColors.text};border-top:1px solid ${lightColors.text}">
${rows.map(({ name, values }) => html`<tr><th class="s line" align="left" valign="top" scope="row" style="padding:10px 12px 10px 0;font-weight:400;${title ? null : 'white-space:nowrap;'}color:${lightColors.textSoft};border-bottom:1px solid ${lightColors.rule}">${name}</th><td class="line" align="right" style="padding:10px 0;font-weight:700;border-bottom:1px solid ${lightColors.rule}">${values.map(valueLine)}</td></tr>`)}</table>`,
  text: linesOf([
    title?.words ?? null,
    ...rows.map(
      ({ name, values }) =>
        `${name}${name.endsWith('?') ? '' : ':'} ${values.map(({ text }) => text).join(', ')}`,
    ),
    title?.url ?? null,
  ]),
});

interface Entry {
  readonly title: string;
  /** Where the title leads. */
  readonly url?: string;
  readonly lines: readonly Words[];
  /** Below them. */
  readonly parts?: readonly Block[];
}

/** One of a list, beside a line as of a threshold. */
export const entryBlock = ({ title, url, lines, parts = [] }: Entry): Block => ({
  html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:14px 0 0"><tr><td class="siglin" style="border-left:3px solid ${lightColors.signal};padding-left:14px">
${line(url === undefined ? title : anchor({ words: title, url }), 'text', 'font-size:17px;font-weight:700')}${lines.map(({ text, tone }) => line(text, tone, `font-size:15px;word-break:break-word${tone === 'signal' ? ';font-weight:600' : ''}`))}${parts.map((part) => part.html)}</td></tr></table>`,
  text: linesOf([
    title,
    ...lines.map(({ text }) => text),
    url ?? null,
    ...parts.map(({ text }) => text),
  ]),
});
