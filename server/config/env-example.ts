/** Writes `deploy/env.example`: every variable, with its default from the schema and its meaning from the pages that explain it. */
import { type VariableName, variables } from './variables.ts';

/** `./vigia` sets it. */
const setByLauncher: ReadonlySet<VariableName> = new Set(['NODE_ENV']);
/** Without a default, though the schema lets development do without them. */
const requiredInProduction: ReadonlySet<VariableName> = new Set([
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
]);
const names = (Object.keys(variables) as VariableName[]).filter((name) => !setByLauncher.has(name));
const lineWidth = 100;

/**
 * @param pages texts whose tables of variables begin each row with their names, the more general page first
 * @throws when a variable has no row
 */
export function envExample(pages: readonly string[]): string {
  const meanings = meaningsOf(pages.join('\n'));
  const required = names.filter((name) => isRequired(name));
  const optional = names.filter((name) => !isRequired(name));
  return `${[
    '# Environment of Vigía, made from the schema of its configuration by `npm run docs:env`.',
    '# Check it with `./vigia check`. Meanings in full: docs/operations.md.',
    '',
    '# ── Required',
    ...entries(required, meanings, (name) => `${name}=`),
    '',
    '# ── Optional, with the defaults',
    ...entries(optional, meanings, (name) => `#${name}=${defaultOf(name)}`),
  ].join('\n')}\n`;
}

/** Neighbours with the same meaning stand under it once. @returns lines */
function entries(
  of: readonly VariableName[],
  meanings: ReadonlyMap<string, string>,
  line: (name: VariableName) => string,
): string[] {
  let last: string | null = null;
  return of.flatMap((name) => {
    const meaning = meanings.get(name);
    if (meaning === undefined) throw new Error(`no page of the documentation mentions ${name}`);
    const comment = meaning === last ? [] : ['', ...wrap(meaning)];
    last = meaning;
    return [...comment, line(name)];
  });
}

/** By variable: the last cell of its first row; the head of a table is none. */
function meaningsOf(text: string): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  for (const [, variable = '', rest = ''] of text.matchAll(
    /^\| (`[A-Z][^|]*) \|(.*)\|$(?!\n\|-)/gm,
  )) {
    const meaning = rest.split(' | ').at(-1)?.trim() ?? '';
    for (const [, name = ''] of variable.matchAll(/`([A-Z][A-Z_]+)`/g))
      if (!meanings.has(name)) meanings.set(name, withoutMarkdown(meaning));
  }
  return meanings;
}

const isRequired = (name: VariableName) =>
  requiredInProduction.has(name) || !variables[name].safeParse(undefined).success;

/** @returns an empty text where there is none */
function defaultOf(name: VariableName): string {
  const value: unknown = variables[name].parse(undefined);
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value instanceof RegExp ? value.source : String(value);
}

const withoutMarkdown = (text: string) =>
  text.replaceAll('`', '').replace(/\[([^[\]]+)\]\([^()]*\)/g, '$1');

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '#';
  for (const word of text.split(/\s+/)) {
    if (line.length + word.length + 1 > lineWidth && line !== '#') {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
