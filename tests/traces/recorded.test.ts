/** The recorded traces replay on the machines of today; there are some of each machine, and no secret is in any. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '#contract/redaction.ts';
import { machinesById } from '#machines/tracing/catalogue.ts';
import { checkTrace } from './check-trace.ts';

const folder = 'tests/traces';
const files = readdirSync(folder).filter((file) => file.endsWith('.trace.json'));

describe.each(files)('%s', (file) => {
  it('replays, pure and live', async () => {
    const { problem } = await checkTrace(`${folder}/${file}`);
    expect(problem).toBeNull();
  });

  it('holds aliases where secrets were', () => {
    const content = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
    expect(createRedactor().redact(content)).toEqual(content);
  });
});

it.each([...machinesById.keys()])('there are traces of %s', (machine) => {
  const own = files.filter((file) => file.startsWith(`${machine}-`));
  expect(own.length).toBeGreaterThanOrEqual(2);
});
