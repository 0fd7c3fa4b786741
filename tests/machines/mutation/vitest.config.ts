/** Runs the machines' own tests on a mutant: the machine named by MUTANT is broken as it is loaded. */
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
    // What follows a machine into every change of it would notice anything.
    exclude: ['tests/machines/{paths,machine-files}.test.ts'],
    bail: 1,
    reporters: ['dot'],
  },
});
