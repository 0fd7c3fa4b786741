/** What somebody wrote, where only one line may stand: a line break would begin another sentence, or another header. */
export const toSingleLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
