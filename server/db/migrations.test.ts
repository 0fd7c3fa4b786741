/** Migrations only expand: the release before runs beside them, or their first lines say that it cannot. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('./migrations/', import.meta.url);
/** Older ones are the first release's. */
const firstOfRule = '0020';
const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && name >= firstOfRule);
const contracting =
  /\b(drop (table|column|function|type)|rename (to|column|constraint)|alter column \w+ (type|set not null))\b/i;

const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const withoutComments = (sql: string) => sql.replace(/--(?!>).*$/gm, '');

/** A view of the former name stands for a table that is renamed or dropped, and the release before never sees the new name. */
function hidden(sql: string): ReadonlySet<string | undefined> {
  const names = (pattern: RegExp) => [...sql.matchAll(pattern)].map(([, name]) => name);
  return new Set([...names(/create view (\w+)/g), ...names(/ rename to (\w+)/g)]);
}

it.each(files)('%s runs beside the release before, or says that it does not', (name) => {
  const sql = withoutComments(textOf(name));
  if (textOf(name).includes('-- Not beside the release before:')) return;
  const tables = hidden(sql);
  const seen = sql
    .split('--> statement-breakpoint')
    .filter((statement) => !/\balter index\b/.test(statement))
    .filter((statement) => !tables.has(/\b(?:alter|drop) table (\w+)/.exec(statement)?.[1]));
  expect(seen.join('')).not.toMatch(contracting);
});

it.each(files)('%s states the way back', (name) => {
  expect(textOf(name)).toMatch(/^-- Way back: \S/m);
});

const stopping = readdirSync(folder).filter((name) =>
  textOf(name).includes('-- Not beside the release before:'),
);

it.each(stopping)('%s is among those of operations.md that need every process stopped', (name) => {
  const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  expect(operations).toContain(`| \`${name.replace('.sql', '')}\` |`);
});
