/** Playwright reporter: prints how many rows of each section of the specification pass: `§5 Validación: 8 de 8`. */
import type { Reporter, Suite, TestCase } from '@playwright/test/reporter';

const isSection = (title: string): boolean => title.startsWith('§');

const sectionOf = (test: TestCase): string | undefined => test.titlePath().find(isSection);

// Playwright takes a reporter from the file's default export.
// biome-ignore lint/style/noDefaultExport: see above
export default class SectionReporter implements Reporter {
  private rows: readonly TestCase[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.rows = suite.allTests().filter((test) => sectionOf(test) !== undefined);
  }

  onEnd(): void {
    const bySection = Map.groupBy(this.rows, sectionOf);
    const lines = [...bySection].map(([title, rows]) => {
      const passed = rows.filter((row) => row.outcome() === 'expected' && row.results.length > 0);
      return `${title}: ${passed.length} de ${rows.length}`;
    });
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
