/** Texts as a person reads them: amounts and dates are set with spaces that do not break. */
export const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

/** Texts between the tags of a mail, in their order. */
export const wordsOf = (html: string): string[] =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, '\n')
    .split('\n')
    .map((text) => text.replace('&nbsp;', '').trim())
    .filter((text) => text !== '');
