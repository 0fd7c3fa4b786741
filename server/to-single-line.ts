/** Replaces control characters by spaces, for text that must stay on one line (mail headers, log lines). */
export const toSingleLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
