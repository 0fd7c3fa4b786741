/** What the requests of several kinds have in common. */

export const json = { 'content-type': 'application/json' };

export const seeAtMarket = 'Ver en el mercado';
export const snooze = 'Silenciar 24\u00a0h';
/** Characters of a title. */
export const maxTitle = 150;

/** By characters, never within one. */
export function cut(text: string, maxCharacters: number): string {
  const characters = [...text];
  return characters.length <= maxCharacters
    ? text
    : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}
