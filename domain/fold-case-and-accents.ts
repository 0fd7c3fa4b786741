/** Text as searches compare it: lower case, without accents, so “Málaga” and “malaga” are the same. */
export const foldCaseAndAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
