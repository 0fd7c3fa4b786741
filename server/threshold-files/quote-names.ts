/** Quotes names from a user's file in an error message: on one line, shortened, the first three. */
import { toSingleLine } from '../base/to-single-line.ts';

const maxLength = 40;
const maxNames = 3;

/** @returns `«a», «b», «c» y 4 más` */
export function quoteNames(names: readonly string[]): string {
  const quoted = names.slice(0, maxNames).map((name) => `«${shortened(name)}»`);
  const left = names.length - quoted.length;
  return left > 0 ? `${quoted.join(', ')} y ${left} más` : quoted.join(', ');
}

const shortened = (name: string) => toSingleLine(name.replace(/\s+/g, ' ')).slice(0, maxLength);
