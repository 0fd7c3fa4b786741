/**
 * `npm run traces`: records all traces of this folder again, after a machine changed on purpose.
 * `npm run traces -- FILE…`: adds recordings saved in the workbench, named after their machine and title.
 * An event that cannot happen any more is named with its step, and its file stays as it is: record that one in the workbench.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { trace as traceSchema } from '#contract/trace.ts';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { kebabCase } from '#tests/machines/support/kebab-case.ts';
import { recordAgain } from './record-again.ts';

const folder = 'tests/traces';
const added = process.argv.slice(2);
const stored = readdirSync(folder)
  .filter((file) => file.endsWith('.trace.json'))
  .map((file) => `${folder}/${file}`);

for (const file of added.length > 0 ? added : stored) {
  try {
    const target = await record(file);
    process.stdout.write(`✓ ${target}\n`);
  } catch (error) {
    process.stdout.write(`✗ ${file}\n  ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

/** @returns the file written @throws Error when it is no trace, or cannot be recorded again */
async function record(file: string): Promise<string> {
  const trace = traceSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const machine = machinesById.get(trace.machine);
  if (machine === undefined) throw new Error(`there is no machine called ${trace.machine}`);
  const target = added.length > 0 ? `${folder}/${fileNameOf(trace)}` : file;
  const text = `${JSON.stringify(await recordAgain(machine, trace), null, 2)}\n`;
  writeFileSync(target, text);
  return target;
}

function fileNameOf({ machine, title }: { readonly machine: string; readonly title: string }) {
  const slug = title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  return `${kebabCase(machine)}-${slug}.trace.json`;
}
