// vitest's JSON report, with the errors that belong to no test: a rejection nobody handled, a worker that died.
import { readFile, writeFile } from 'node:fs/promises';
import { JsonReporter } from 'vitest/node';

// biome-ignore lint/style/noDefaultExport: vitest loads the default export
export default class extends JsonReporter {
  async onTestRunEnd(testModules, unhandledErrors) {
    await super.onTestRunEnd(testModules);
    const file = this.ctx.config.outputFile.json;
    const report = JSON.parse(await readFile(file, 'utf8'));
    const errors = unhandledErrors.map(({ message, stack, VITEST_TEST_PATH }) => ({
      message: stack ?? message,
      testFile: VITEST_TEST_PATH ?? null,
    }));
    await writeFile(file, JSON.stringify({ ...report, unhandledErrors: errors }));
  }
}
