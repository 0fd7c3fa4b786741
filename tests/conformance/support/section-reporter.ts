/** Reporter of Vitest and of Playwright: prints how many rows of each section of the specification pass: `§5 Validación: 8 de 8`. */
import type {
  Reporter as BrowserReporter,
  TestCase as BrowserTest,
} from '@playwright/test/reporter';
import type { Reporter, TestCase } from 'vitest/node';

// Both runners take a reporter from the file's default export.
// biome-ignore lint/style/noDefaultExport: see above
export default class SectionReporter implements Reporter, BrowserReporter {
  private readonly rows: { readonly section: string; readonly passed: boolean }[] = [];

  onTestCaseResult(test: TestCase): void {
    // The section it is declared in, and those that say the same.
    const declared = test.fullName.split(' > ').filter((title) => title.startsWith('§'));
    this.add([...declared, ...(test.meta().also ?? [])], test.result().state === 'passed');
  }
  onTestEnd(test: BrowserTest): void {
    const sections = test.annotations.filter(({ type }) => type === 'section');
    this.add(
      sections.map(({ description = '' }) => description),
      test.outcome() === 'expected',
    );
  }
  private add(sections: readonly string[], passed: boolean): void {
    this.rows.push(...sections.map((section) => ({ section, passed })));
  }

  onTestRunEnd(): void {
    for (const [section, rows] of Map.groupBy(this.rows, (row) => row.section))
      process.stdout.write(
        `${section}: ${rows.filter((row) => row.passed).length} de ${rows.length}\n`,
      );
  }
  onEnd(): void {
    this.onTestRunEnd();
  }

  printsToStdio(): boolean {
    return false;
  }
}
