/** `npm run docs:machines`: regenerates docs/machines, preserving what is written by hand. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { descriptionOf, pageOf } from './page.ts';
import { pagePath } from './page-path.ts';

for (const machine of machinesById.values()) {
  const path = pagePath(machine);
  const description = existsSync(path)
    ? descriptionOf(readFileSync(path, 'utf8'))
    : `# ${machine.id}`;
  writeFileSync(path, pageOf(machine, description));
}
