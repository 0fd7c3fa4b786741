/** Composes a mail of a title, paragraphs, one link and why it comes. */
import { html } from '#domain/html.ts';
import { lightColors } from '#domain/palette.ts';
import { button, mailLayout } from './mail-layout.ts';

export interface PlainMail {
  /** Absent = the title. */
  readonly subject?: string;
  readonly title: string;
  readonly paragraphs: readonly [string, ...string[]];
  readonly link: { readonly url: string; readonly words: string };
  /** Small print. */
  readonly foot: string;
}

export const composePlainMail = ({
  title,
  subject = title,
  paragraphs,
  link,
  foot,
}: PlainMail) => ({
  subject,
  text: `${[...paragraphs, `${link.words}:\n${link.url}`, foot].join('\n\n')}\n`,
  html: mailLayout({
    title,
    preheader: paragraphs[0],
    corner: '',
    rows: [
      html`<tr><td class="paper pad" style="background:${lightColors.surface};border-radius:5px;padding:28px 32px"><h1 class="n t" style="margin:0 0 12px;font-size:36px;line-height:1.05;font-weight:800;color:${lightColors.text}">${title}</h1>
<div class="f t" style="font-size:16px;line-height:1.5;color:${lightColors.text}">${paragraphs.map((text) => html`<p style="margin:0 0 18px">${text}</p>`)}${button(link.url, link.words)}</div></td></tr>`,
    ],
    foot: html`${foot}`,
  }),
  headers: {},
});
