/** ReDoS: runs every regular expression of server, contract and domain on texts that cause backtracking. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Long enough that exponential backtracking never ends and quadratic takes seconds. */
const length = 50_000;
/** CPU time, since the machine may be busy. */
const maxCpuMs = 400;

/** Files whose expressions see only the operator's own input. */
const operatorOnly = new Set([
  'server/delivery/mail/sender.ts',
  'server/config/variable-types.ts',
  'server/config/cross-checks.ts',
  'server/engine/backtest/backtest-cli.ts',
]);

/** Matches regex literals: they follow a token after which no division can stand. */
const literal =
  /(?<=[(,=:[!&|?{;>]\s*|return\s)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/g;

interface Pattern {
  readonly where: string;
  readonly expression: RegExp;
}

const patterns: Pattern[] = globSync('{server,contract,domain}/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$/.test(path) && !operatorOnly.has(path))
  .flatMap((path) => {
    const code = readFileSync(`${root}/${path}`, 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '');
    return [...code.matchAll(literal)].map(([, source = '', flags]) => ({
      where: `${path} /${source}/`,
      expression: new RegExp(source, flags?.replace('y', '')),
    }));
  })
  // Without a repetition there is nothing to go back over.
  .filter(({ expression }) => /[*+{]/.test(expression.source));

/** Long runs of the characters of the expression, with an end that prevents a match. */
function attackTexts({ expression }: Pattern): string[] {
  const source = expression.source.replace(/\\[pP]\{[^}]*\}|\\u\{?[0-9A-F]+\}?|\\./g, '');
  const characters = new Set([...source, ...'a0 .,@-_/\t\n"']);
  const runs = [...characters].map((character) => character.repeat(length));
  const pairs = [...characters].map((character) => `a${character}`.repeat(length / 2));
  return [...runs, ...pairs, 'Match 1'.repeat(length / 7)].map((run) => `${run}\0`);
}

function cpuMs(expression: RegExp, text: string): number {
  const before = process.cpuUsage();
  text.replace(expression, '');
  return process.cpuUsage(before).user / 1_000;
}

it('no expression exceeds the CPU limit', () => {
  expect(patterns.length).toBeGreaterThan(50);
  const slow = patterns.flatMap((pattern) =>
    attackTexts(pattern).flatMap((attackText) => {
      const firstMs = cpuMs(pattern.expression, attackText);
      // The process may have collected garbage meanwhile: one that takes long does so again.
      const tookMs = firstMs < maxCpuMs ? firstMs : cpuMs(pattern.expression, attackText);
      const what = `${pattern.where}: ${Math.round(tookMs)} ms over ${JSON.stringify(attackText.slice(0, 8))}…`;
      return tookMs < maxCpuMs ? [] : [what];
    }),
  );
  expect(slow).toEqual([]);
});

it('a quadratic expression would exceed the limit', () => {
  // An eighth of the length takes a sixty-fourth of the time.
  expect(cpuMs(/[^\s@]+@x/, 'a'.repeat(length / 8)) * 64).toBeGreaterThan(maxCpuMs);
});
