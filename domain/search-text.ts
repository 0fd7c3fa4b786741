/** Text as it is compared in searches. */

/** Lower case, without accents: “Málaga” and “malaga” are the same. */
export const foldAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
