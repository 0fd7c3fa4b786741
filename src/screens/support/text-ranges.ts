/** Finds words in a text without regard to case and accents, as ranges of its own characters; cuts an excerpt around one. */
import { foldCaseAndAccents } from '#domain/fold-case-and-accents.ts';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Every match in order; none for blank words. */
export function textRangesOf(text: string, words: string): TextRange[] {
  const wanted = normalize(words.trim().replaceAll(/\s+/g, ' ')).normalized;
  if (wanted === '') return [];
  const { normalized, origins } = normalize(text);
  const found: TextRange[] = [];
  for (
    let index = normalized.indexOf(wanted);
    index !== -1;
    index = normalized.indexOf(wanted, index + wanted.length)
  ) {
    const last = origins[index + wanted.length - 1];
    const first = origins[index];
    if (first !== undefined && last !== undefined)
      found.push({ start: first.start, end: last.end });
  }
  return found;
}

/** The text in lower case without accents, and the source range of each code unit: folding may change the length. */
function normalize(text: string): { normalized: string; origins: TextRange[] } {
  let normalized = '';
  const origins: TextRange[] = [];
  let start = 0;
  for (const character of text) {
    const end = start + character.length;
    const folded = foldCaseAndAccents(character);
    normalized += folded;
    for (let unit = 0; unit < folded.length; unit += 1) origins.push({ start, end });
    start = end;
  }
  return { normalized, origins };
}

/** Excerpt around a match, cut at spaces. @param reach characters on each side */
export function excerptAround(text: string, { start, end }: TextRange, reach = 60): string {
  const from = start <= reach ? 0 : text.indexOf(' ', start - reach - 1) + 1;
  const room = text.length - end;
  const to = room <= reach ? text.length : text.lastIndexOf(' ', end + reach);
  const opening = from === 0 ? '' : '… ';
  return `${opening}${text.slice(Math.min(from, start), Math.max(to, end))}${room <= reach ? '' : ' …'}`;
}
