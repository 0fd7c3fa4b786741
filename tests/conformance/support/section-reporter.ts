/** Playwright reporter: prints how many rows of each section of the specification pass: `§5 Validación: 8 de 8`. */
import type { Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** Sections that a test is a row of: the one it is declared in, and those that say the same. */
const sectionsOf = (test: TestCase): string[] => [
  ...test.titlePath().filter((title) => title.startsWith('§')),
  ...test.annotations
    .filter(({ type }) => type === 'section')
    .map(({ description = '' }) => description),
];

// Playwright takes a reporter from the file's default export.
// biome-ignore lint/style/noDefaultExport: see above
export default class SectionReporter implements Reporter {
  private rows: readonly { readonly section: string; readonly test: TestCase }[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.rows = suite
      .allTests()
      .flatMap((test) => sectionsOf(test).map((section) => ({ section, test })));
  }

  onEnd(): void {
    const bySection = Map.groupBy(this.rows, ({ section }) => section);
    const lines = [...bySection].map(([title, rows]) => {
      const passed = rows.filter(
        ({ test }) => test.outcome() === 'expected' && test.results.length > 0,
      );
      return `${title}: ${passed.length} de ${rows.length}`;
    });
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
