/** Mutants of SQL in template literals: a condition, lock, limit or order dropped, a bound moved, least and greatest swapped. */
import { type Mutant, oneLine } from './mutant.ts';
import { walkCode } from './walk-code.ts';

const statement = /\b(select|insert into|update \w+ (\w+ )?set|delete from|where)\b/;
/** Where a condition ends, outside parentheses. */
const conditionEnd =
  /^(\)|and\b|or\b|where\b|group by\b|order by\b|limit\b|for (no key )?(update|share)\b|for key share\b|returning\b|union\b|on conflict\b|from\b|left\b|join\b|cross\b|when\b|then\b|else\b|end\b|,|;)/;

const clauses: readonly [kind: string, pattern: RegExp, replacement: string][] = [
  ['drop lock', /\bfor (no key update|key share|update|share)( of \w+)?( skip locked)?/g, ''],
  ['drop skip locked', /\bskip locked/g, ''],
  ['drop order', /\border by [\w.:>\- ]+?(, [\w. ]+?)*(?=\)|\s+limit|\s+for |\s*$|\n|\s+on )/g, ''],
  ['drop limit', /\blimit (\$\d+|1)/g, ''],
  ['swap least and greatest', /\bleast(?=\()/g, 'greatest'],
  ['swap least and greatest', /\bgreatest(?=\()/g, 'least'],
  ['move bound', /<=/g, '<'],
  ['move bound', />=/g, '>'],
  ['move bound', /(?<=\s)<(?=\s)/g, '<='],
  ['move bound', /(?<=\s)>(?=\s)/g, '>='],
  ['swap equality', /(?<=\s)<>(?=\s)/g, '='],
];

export function sqlMutants(file: string, code: string): Mutant[] {
  return literalsOf(file, code)
    .filter(({ text }) => statement.test(text))
    .flatMap(({ start, text }) =>
      [...clauseChanges(text), ...conditionChanges(text)].map((change) => ({
        file,
        line: code.slice(0, start + change.start).split('\n').length,
        kind: change.kind,
        start: start + change.start,
        end: start + change.end,
        replacement: change.replacement,
        original: oneLine(text.slice(change.start, change.end)),
      })),
    );
}

interface Change {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

function clauseChanges(text: string): Change[] {
  return clauses.flatMap(([kind, pattern, replacement]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      kind,
      start: index,
      end: index + found.length,
      replacement,
    })),
  );
}

/** Each condition of `where`, `on` and `and`, made always true: parameters stay in use, with their types. */
function conditionChanges(text: string): Change[] {
  return [...text.matchAll(/\b(where|and|on|filter \(where)\s+/g)].flatMap(
    ({ 0: found, index }) => {
      const start = index + found.length;
      const end = conditionEndFrom(text, start);
      const condition = text.slice(start, end).trimEnd();
      const isBetween = /between\s+\S+\s*$/.test(text.slice(0, index));
      if (isBetween || condition === '' || /^(conflict|true)\b/.test(condition)) return [];
      const replacement = `(${condition} or true)`;
      return [{ kind: 'drop condition', start, end: start + condition.length, replacement }];
    },
  );
}

function conditionEndFrom(text: string, start: number): number {
  let depth = 0;
  let isBetween = false;
  for (let at = start; at < text.length; at += 1) {
    const rest = text.slice(at);
    const character = text[at];
    const isWordStart = at === start || /[\s(),]/.test(text[at - 1] ?? '');
    if (depth === 0 && isWordStart && rest.startsWith('between')) isBetween = true;
    if (depth === 0 && isWordStart && isBetween && /^and\b/.test(rest)) {
      isBetween = false;
      continue;
    }
    if (
      depth === 0 &&
      (isWordStart || character === ')' || character === ',') &&
      conditionEnd.test(rest)
    )
      return at;
    if (character === '(' || character === '{') depth += 1;
    if (character === ')' || character === '}') depth -= 1;
  }
  return text.length;
}

/** String and template literals, without their quotes. */
function literalsOf(
  file: string,
  code: string,
): { readonly start: number; readonly text: string }[] {
  const found: { start: number; text: string }[] = [];
  walkCode(file, code, ({ type, value, start, end }) => {
    if (type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string'))
      found.push({ start: start + 1, text: code.slice(start + 1, end - 1) });
  });
  return found;
}
