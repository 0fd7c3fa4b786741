/** Names somebody wrote, as a sentence of ours may repeat them: on one line, shortened, the first few. */
import { toSingleLine } from '../../to-single-line.ts';

const longest = 40;
const most = 3;

/** @returns `«a», «b», «c» y 4 más` */
export function quoteNames(names: readonly string[]): string {
  const quoted = names.slice(0, most).map((name) => `«${shortened(name)}»`);
  const left = names.length - quoted.length;
  return left > 0 ? `${quoted.join(', ')} y ${left} más` : quoted.join(', ');
}

const shortened = (name: string) => toSingleLine(name.replace(/\s+/g, ' ')).slice(0, longest);
