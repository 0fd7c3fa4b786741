/** Commands whose words begin with the words searched, without accents and case. */
import { foldCaseAndAccents } from '#domain/fold-case-and-accents.ts';

export interface Command {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly detail?: string;
  /** Other words that it is searched by. */
  readonly keywords?: string;
  /** As the help of keys writes them: `g u`. */
  readonly keys?: string;
  readonly run: () => void;
}

export function findCommands(commands: readonly Command[], q: string): readonly Command[] {
  const searched = wordsOf(q);
  return commands.filter(({ label, keywords = '' }) => {
    const words = wordsOf(`${label} ${keywords}`);
    return searched.every((text) => words.some((word) => word.startsWith(text)));
  });
}

const wordsOf = (text: string): string[] =>
  foldCaseAndAccents(text)
    .split(/\s+/)
    .filter((word) => word !== '');
