/** Composes a mail of a title, paragraphs, one link and why it comes. */
import { buttonBlock, paragraphBlock } from './mail-blocks.ts';
import { composeMail } from './mail-layout.ts';

export interface PlainMail {
  /** Absent = the title. */
  readonly subject?: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
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
  ...composeMail({
    subject,
    header: { title },
    blocks: [...paragraphs.map(paragraphBlock), buttonBlock(link)],
    foot: [foot],
  }),
  headers: {},
});
