/** `npm run docs:machines`: writes docs/machines anew, around the stories that are there. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { pageOf, storyOf } from './page.ts';
import { pagePath } from './page-path.ts';
import { noRules } from './rule.ts';
import { rules } from './rules.ts';

for (const machine of machinesById.values()) {
  const path = pagePath(machine);
  const story = existsSync(path) ? storyOf(readFileSync(path, 'utf8')) : `# ${machine.id}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, pageOf(machine, rules[machine.id] ?? noRules, story));
}
