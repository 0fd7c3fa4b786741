/** The recorded traces replay on the current machines; each machine has some, and none contains a secret. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '#contract/redaction.ts';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { kebabCase } from '#tests/machines/support/kebab-case.ts';
import { validateTrace } from './validate-trace.ts';

const folder = 'tests/traces';
const files = readdirSync(folder).filter((file) => file.endsWith('.trace.json'));

describe.each(files)('%s', (file) => {
  it('replays', async () => {
    expect(await validateTrace(`${folder}/${file}`)).toBeNull();
  });

  it('has aliases in place of secrets', () => {
    const content = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
    expect(createRedactor().redact(content)).toEqual(content);
  });
});

describe('npm run traces', () => {
  const [first = ''] = files;
  const bytes = () => files.map((file) => readFileSync(`${folder}/${file}`, 'utf8'));

  function runTracesIn(cwd: string, ...args: string[]) {
    const prefix = ['--prefix', process.cwd()];
    const npm = [...prefix, 'run', '--silent', '--ignore-scripts', 'traces', '--', ...args];
    return spawnSync('npm', npm, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  }

  it('adds a recording from any folder as it was recorded, and changes no other', () => {
    const downloads = mkdtempSync(join(tmpdir(), 'vigia-downloads-'));
    const saved = join(downloads, 'grabación (1).trace.json');
    const recording = JSON.parse(readFileSync(`${folder}/${first}`, 'utf8'));
    // What the machines do now is not what was recorded: the recording shows a fault.
    Object.assign(recording, { title: 'Saved by QA' });
    recording.steps[1].value = 'nowhere';
    writeFileSync(saved, JSON.stringify(recording));
    const before = bytes();
    const { status, stdout } = runTracesIn(downloads, basename(saved), '--into', downloads);
    const added = join(downloads, `${kebabCase(recording.machine)}-saved-by-qa.trace.json`);
    expect(stdout).toContain(`✗ ${added}`);
    expect(status).toBe(1);
    expect(JSON.parse(readFileSync(added, 'utf8'))).toEqual(recording);
    expect(bytes()).toEqual(before);
    rmSync(downloads, { recursive: true });
  });
});

it.each([...machinesById.keys()])('there are traces of %s', (machine) => {
  const own = files.filter((file) => file.startsWith(`${kebabCase(machine)}-`));
  expect(own.length).toBeGreaterThanOrEqual(2);
});
