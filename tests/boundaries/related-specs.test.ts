/** `npm test -- --changed`: every screen and feature has its browser specs, and every named spec exists. */
import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { relatedSpecs, specsByFolder } from '../../scripts/related-specs.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('names specs for every folder of screens and features, and only ones that exist', () => {
  const folders = globSync('src/{screens,features}/*/', { cwd: root });
  expect(folders.length).toBeGreaterThan(20);
  expect(folders.filter((folder) => !(`${folder.replace(/\/?$/, '/')}` in specsByFolder))).toEqual(
    [],
  );
  const paths = Object.values(specsByFolder)
    .flat()
    .map((spec) => `tests/${spec}.spec.ts`);
  expect(paths.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

it('takes the specs of the nearest folder, and none for a test without a browser', () => {
  expect(relatedSpecs(['src/screens/legal/terms-screen.tsx'], 'HEAD', root)).toEqual([
    'tests/conformance/section-2-legal.spec.ts',
    'tests/journeys/legal.spec.ts',
  ]);
  expect(relatedSpecs(['src/app/routes.test.ts', 'docs/map.md'], 'HEAD', root)).toEqual([]);
});
