/** Vitest configuration that runs the machines' tests on the mutant named by MUTANT, replaced when it is imported. */
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const mutate = resolve('tests/machines/mutation/load-mutant.ts');

// Vitest takes its configuration from the default export.
// biome-ignore lint/style/noDefaultExport: see above
export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      transform(code: string, id: string) {
        const exported = /export const (\w+Machine) = setup\(/.exec(code)?.[1];
        if (!id.endsWith('.machine.ts') || exported === undefined) return null;
        return `${code.replace(`export const ${exported} =`, 'const original =')}
import { loadMutant } from '${mutate}';
export const ${exported} = loadMutant(original);`;
      },
    },
  ],
  test: {
    environment: 'node',
    include: ['tests/machines/*.test.ts'],
    // These follow every change of a machine, so they would detect anything.
    exclude: ['tests/machines/{paths,machine-files}.test.ts'],
    bail: 1,
    // As in the suite: a busy machine must not look like a mutant that was noticed.
    testTimeout: 60_000,
    reporters: ['dot'],
  },
});
