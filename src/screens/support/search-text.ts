/** Finds a person's words in a text, whatever their case and accents. */

export interface Found {
  readonly start: number;
  readonly end: number;
}

const accents = /\p{M}/gu;

/** Every place where the words stand, in order; none for blank words. */
export function searchText(text: string, words: string): Found[] {
  const wanted = normalize(words.trim().replaceAll(/\s+/g, ' ')).letters;
  if (wanted === '') return [];
  const { letters, origins } = normalize(text);
  const found: Found[] = [];
  for (
    let at = letters.indexOf(wanted);
    at !== -1;
    at = letters.indexOf(wanted, at + wanted.length)
  ) {
    const last = origins[at + wanted.length - 1];
    const first = origins[at];
    if (first !== undefined && last !== undefined)
      found.push({ start: first.start, end: last.end });
  }
  return found;
}

/** The text in plain small letters, and where each of them comes from: folding may change how many there are. */
function normalize(text: string): { letters: string; origins: Found[] } {
  let letters = '';
  const origins: Found[] = [];
  let start = 0;
  for (const character of text) {
    const end = start + character.length;
    const folded = character.normalize('NFD').replaceAll(accents, '').toLowerCase();
    letters += folded;
    for (let unit = 0; unit < folded.length; unit += 1) origins.push({ start, end });
    start = end;
  }
  return { letters, origins };
}

/** The words around a place, cut at spaces, for a line that shows why something was found. */
export function excerptAround(text: string, { start, end }: Found, reach = 60): string {
  const from = start <= reach ? 0 : text.indexOf(' ', start - reach - 1) + 1;
  const room = text.length - end;
  const to = room <= reach ? text.length : text.lastIndexOf(' ', end + reach);
  const opening = from === 0 ? '' : '… ';
  return `${opening}${text.slice(Math.min(from, start), Math.max(to, end))}${room <= reach ? '' : ' …'}`;
}
