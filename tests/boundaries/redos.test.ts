/** Every regular expression of the server, the contract and the domain against texts made to keep such expressions busy. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { defaultCatalogueRule } from '#server/marketplaces/listing-search/catalogue-rule.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Long enough that twice nested repetition never ends and a square takes seconds. */
const length = 50_000;
/** Of processor time: the machine may be busy with other things. */
const mostMs = 400;

/** What an operator writes once, at the start; nobody else's text comes there. */
const ofOperators = new Set([
  'server/mail/smtp-transport.ts',
  'server/config.ts',
  'server/engine/backtest/backtest-cli.ts',
]);

/** A literal stands where a value may, which a division never does. */
const literal =
  /(?<=[(,=:[!&|?{;>]\s*|return\s)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/g;

interface Pattern {
  readonly where: string;
  readonly expression: RegExp;
}

const patterns: Pattern[] = globSync('{server,contract,domain}/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$/.test(path) && !ofOperators.has(path))
  .flatMap((path) => {
    const code = readFileSync(`${root}/${path}`, 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '');
    return [...code.matchAll(literal)].map(([, source = '', flags]) => ({
      where: `${path} /${source}/`,
      expression: new RegExp(source, flags?.replace('y', '')),
    }));
  })
  .concat(
    Object.entries(defaultCatalogueRule).map(([name, source]) => ({
      where: `usual rule of ${name}`,
      expression: new RegExp(source, 'iu'),
    })),
  );

/** Long runs of what the expression itself speaks of, and an end that spoils the match. */
function bombsFor({ expression }: Pattern): string[] {
  const spoken = expression.source.replace(/\\[pP]\{[^}]*\}|\\u\{?[0-9A-F]+\}?|\\./g, '');
  const letters = new Set([...spoken, ...'a0 .,@-_/\t\n"']);
  const runs = [...letters].map((letter) => letter.repeat(length));
  const pairs = [...letters].map((letter) => `a${letter}`.repeat(length / 2));
  return [...runs, ...pairs, 'Match 1'.repeat(length / 7)].map((run) => `${run}\0`);
}

function take(expression: RegExp, text: string): number {
  const before = process.cpuUsage();
  text.replace(expression, '');
  return process.cpuUsage(before).user / 1_000;
}

it('none takes longer than it may over any of them', () => {
  expect(patterns.length).toBeGreaterThan(50);
  const slow = patterns.flatMap((pattern) =>
    bombsFor(pattern).flatMap((bomb) => {
      const tookMs = take(pattern.expression, bomb);
      const what = `${pattern.where}: ${Math.round(tookMs)} ms over ${JSON.stringify(bomb.slice(0, 8))}…`;
      return tookMs < mostMs ? [] : [what];
    }),
  );
  expect(slow).toEqual([]);
}, 60_000);

it('and one that looks at every letter from every letter would be seen', () => {
  // Half as long, a quarter of the time.
  expect(take(/[^\s@]+@x/, 'a'.repeat(length / 2)) * 4).toBeGreaterThan(mostMs);
});
