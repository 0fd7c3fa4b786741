/** What a release carries besides the program. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { billOfMaterials, isShipped, sign } from '../../scripts/release-parts.mjs';
import { hasCommand } from './has-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'vigia-release-parts-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['jose/LICENSE.md', true],
  ['a/license-mit.markdown', true],
  ['a/LICENCE', true],
  ['a/NOTICE.md', true],
  ['a/COPYING', true],
  ['a/AUTHORS.md', true],
  ['a/README.md', false],
  ['a/index.d.ts', false],
  ['a/index.js.map', false],
  ['a/index.js', true],
])('of a package, %s is shipped: %s', (path, shipped) => {
  expect(isShipped(path)).toBe(shipped);
});

it('the bill of materials lists what runs, and what that needs', () => {
  const component = (name: string) => ({ name, version: '1.0.0', 'bom-ref': name });
  const bill = billOfMaterials(
    {
      metadata: { component: { name: 'clone', 'bom-ref': 'vigia' } },
      components: ['fastify', 'react', 'vitest'].map(component),
      dependencies: [
        { ref: 'vigia', dependsOn: ['fastify', 'react', 'vitest'] },
        { ref: 'fastify' },
        { ref: 'vitest', dependsOn: ['react'] },
      ],
    },
    {
      lock: {
        packages: {
          '': { name: 'vigia' },
          'node_modules/fastify': { version: '1.0.0' },
          'node_modules/alias': { name: 'react', version: '1.0.0' },
          'node_modules/vitest': { version: '1.0.0', dev: true },
        },
      },
      nodeVersion: '22.1.0',
    },
  );
  expect(bill.components.map(({ name }) => name)).toEqual(['fastify', 'react', 'node']);
  expect(bill.metadata.component.name).toBe('vigia');
  expect(bill.dependencies).toEqual([
    { ref: 'vigia', dependsOn: ['fastify', 'react'] },
    { ref: 'fastify', dependsOn: [] },
  ]);
});

describe.skipIf(!hasCommand('ssh-keygen'))('a signature', () => {
  const file = join(folder, 'vigia.tar.gz');
  const key = join(folder, 'key');
  spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const signers = join(folder, 'signers');
  const verify = () =>
    spawnSync(
      'ssh-keygen',
      ['-Y', 'verify', '-f', signers, '-I', 'vigia', '-n', 'vigia-release', '-s', `${file}.sig`],
      { input: readFileSync(file) },
    ).status;

  it('proves the file, and no other content', () => {
    writeFileSync(signers, `vigia ${readFileSync(`${key}.pub`, 'utf8')}`);
    writeFileSync(file, 'release');
    expect(sign(file, key)).toBe(true);
    expect(verify()).toBe(0);
    writeFileSync(file, 'Release');
    expect(verify()).not.toBe(0);
  });

  it('is not left from another release when there is no key, nor when the key does not sign', () => {
    writeFileSync(file, 'release');
    sign(file, key);
    expect(sign(file, undefined)).toBe(false);
    expect(existsSync(`${file}.sig`)).toBe(false);
    expect(() => sign(file, join(folder, 'none'))).toThrow('ssh-keygen');
  });
});
