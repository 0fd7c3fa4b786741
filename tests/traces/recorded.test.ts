/** The recorded traces replay on the current machines; each machine has some, and none contains a secret. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '#contract/redaction.ts';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { kebabCase } from '#tests/machines/support/kebab-case.ts';
import { validateTrace } from './validate-trace.ts';

const folder = 'tests/traces';
const files = readdirSync(folder).filter((file) => file.endsWith('.trace.json'));

describe.each(files)('%s', (file) => {
  it('replays, pure and live', async () => {
    const { error } = await validateTrace(`${folder}/${file}`);
    expect(error).toBeNull();
  });

  it('has aliases in place of secrets', () => {
    const content = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
    expect(createRedactor().redact(content)).toEqual(content);
  });
});

it('in a terminal each file has its result, and one that diverges fails the command', () => {
  const [first] = files;
  const changed = join(mkdtempSync(join(tmpdir(), 'vigia-trace-')), 'changed.trace.json');
  const content = JSON.parse(readFileSync(`${folder}/${first}`, 'utf8'));
  content.steps[1].value = 'nowhere';
  writeFileSync(changed, JSON.stringify(content));
  const replay = ['tests/traces/replay-cli.ts', 'replay', `${folder}/${first}`, changed];
  const { status, stdout } = spawnSync(process.execPath, replay, { encoding: 'utf8' });
  rmSync(dirname(changed), { recursive: true });
  expect(stdout).toMatch(/^✓ /);
  expect(stdout).toContain(`✗ ${changed}\n`);
  expect(stdout).toContain('nowhere');
  expect(status).toBe(1);
});

it.each([...machinesById.keys()])('there are traces of %s', (machine) => {
  const own = files.filter((file) => file.startsWith(`${kebabCase(machine)}-`));
  expect(own.length).toBeGreaterThanOrEqual(2);
});
