/** `npm run docs:machines`: regenerates docs/machines, preserving the hand-written descriptions. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { descriptionOf, pageOf } from './page.ts';
import { pagePath } from './page-path.ts';
import { noRules } from './rule.ts';
import { rules } from './rules.ts';

for (const machine of machinesById.values()) {
  const path = pagePath(machine);
  const description = existsSync(path)
    ? descriptionOf(readFileSync(path, 'utf8'))
    : `# ${machine.id}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, pageOf(machine, rules[machine.id] ?? noRules, description));
}
