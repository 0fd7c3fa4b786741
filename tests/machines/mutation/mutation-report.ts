/** Formats the results of mutation testing as docs/machines/mutation.md. */
import { equivalentMutants } from './equivalent-mutants.ts';
import type { MutationKind } from './mutants.ts';

export interface MutantResult {
  readonly machine: string;
  readonly name: string;
  readonly kind: MutationKind;
  readonly byTrace: boolean;
  /** Checked only when no trace detected it. */
  readonly byPath: boolean;
  /** Checked only when neither of the others detected it. */
  readonly byTest: boolean;
}

const isDetected = ({ byTrace, byPath, byTest }: MutantResult) => byTrace || byPath || byTest;
const isEquivalent = ({ name }: MutantResult) => name in equivalentMutants;

export function formatMutationReport(results: readonly MutantResult[]): {
  page: string;
  undetected: number;
} {
  const alive = results.filter((result) => !isDetected(result) && !isEquivalent(result));
  const page = `# Mutation testing of the machines

\`npm run test:mutation\` mutates the machines, one fault at a time: every transition is removed and retargeted, every guard
negated, every action dropped (of transitions, entries and exits), every delay doubled and halved. A mutant is detected when a
recorded trace diverges on it (\`tests/traces\`); otherwise when the paths generated from the mutant fail or no longer reach full coverage
(\`tests/machines/paths.test.ts\`); otherwise when the machine's own tests fail. Fingerprints and pages, which follow every
change, do not count.

${table('machine', results, ({ machine }) => machine)}

${table('mutation', results, ({ kind }) => kind)}

${list(
  'Not detected',
  alive.map(({ name }) => `\`${name}\``),
)}${list(
  'Equivalent: they behave like the machine itself',
  Object.entries(equivalentMutants).map(([name, why]) => `\`${name}\`: ${why}`),
)}`;
  return { page: `${page.trim()}\n`, undetected: alive.length };
}

function table(
  title: string,
  results: readonly MutantResult[],
  groupOf: (result: MutantResult) => string,
): string {
  const row = (name: string, group: readonly MutantResult[]): string => {
    const killable = group.filter((result) => isDetected(result) || !isEquivalent(result));
    const detected = killable.filter(isDetected);
    const cells = [
      name,
      group.length,
      group.filter(({ byTrace }) => byTrace).length,
      group.filter(({ byPath }) => byPath).length,
      group.filter(({ byTest }) => byTest).length,
      group.length - killable.length,
      `${detected.length} of ${killable.length}`,
    ];
    return `| ${cells.join(' | ')} |`;
  };
  return [
    `| ${title} | mutants | by traces | else by paths | else by tests | equivalent | detected |`,
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...[...Map.groupBy(results, groupOf)].map(([name, group]) => row(name, group)),
    row('all', results),
  ].join('\n');
}

const list = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `## ${title}\n\n${items.map((item) => `- ${item}`).join('\n')}\n\n`;
