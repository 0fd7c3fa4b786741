/** Import rules of biome.json: lints files with forbidden and with allowed imports under the real configuration. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Per folder: a file, its forbidden imports with the linter's message, and allowed ones. */
const folders: readonly {
  readonly file: string;
  readonly forbidden: readonly (readonly [specifier: string, reason: string])[];
  readonly allowed: readonly string[];
}[] = [
  {
    file: 'domain/planted.ts',
    forbidden: [
      ['#contract/x.ts', 'it imports no other room'],
      ['../server/x.ts', 'it imports no other room'],
      ['zod', 'uses no libraries'],
    ],
    allowed: ['./threshold.ts'],
  },
  {
    file: 'contract/planted.ts',
    forbidden: [
      ['#server/x.ts', 'contract describes the wire'],
      ['../src/x.ts', 'contract describes the wire'],
    ],
    allowed: ['#domain/x.ts', 'zod'],
  },
  {
    file: 'machines/planted.ts',
    forbidden: [
      ['#store/x.ts', 'machines are pure flows'],
      ['#src/x.ts', 'machines are pure flows'],
      ['react', 'import only xstate'],
    ],
    allowed: ['xstate', '#domain/x.ts', '#contract/x.ts'],
  },
  {
    file: 'store/planted.ts',
    forbidden: [
      ['#machines/x.ts', 'never import each other'],
      ['#src/x.ts', 'never import each other'],
    ],
    allowed: ['#domain/x.ts', '#contract/x.ts', '@reduxjs/toolkit'],
  },
  {
    file: 'src/components/planted.ts',
    forbidden: [
      ['#store/x.ts', 'nothing of ours but their props'],
      ['../screens/x.ts', 'nothing of ours but their props'],
    ],
    allowed: ['react', './other.ts'],
  },
  {
    file: 'src/copy/planted.ts',
    forbidden: [
      ['#machines/x.ts', 'copy is words and formats'],
      ['../screens/x.ts', 'copy is words and formats'],
    ],
    allowed: ['#domain/x.ts', '#contract/x.ts'],
  },
  {
    file: 'src/services/planted.ts',
    forbidden: [
      ['#store/x.ts', 'adapts one hosted service'],
      ['../components/x.ts', 'adapts one hosted service'],
    ],
    allowed: ['firebase/auth', '#domain/x.ts'],
  },
  {
    file: 'src/screens/plan/planted.ts',
    forbidden: [
      ['#contract/x.ts', 'screens fetch through the store'],
      ['../../services/x.ts', 'screens do not reach into wiring'],
      ['../match/x.ts', 'does not import another screen'],
      ['#src/screens/match/x.ts', 'does not import another screen'],
    ],
    allowed: [
      '#store/x.ts',
      '#machines/x.ts',
      '#domain/x.ts',
      '#src/components/x.tsx',
      './other.ts',
    ],
  },
  {
    file: 'src/app/planted.ts',
    forbidden: [
      ['#standins/x.ts', 'never imports the backend'],
      ['../dev/x.ts', 'may load the workbench'],
    ],
    allowed: ['#store/x.ts', '#machines/x.ts', '../services/x.ts'],
  },
  {
    file: 'src/dev/planted.ts',
    forbidden: [['#server/x.ts', 'the workbench is a client room']],
    allowed: ['#machines/x.ts', '../app/x.ts'],
  },
  {
    file: 'scripts/planted.mjs',
    forbidden: [
      ['#domain/x.ts', 'Node built-ins only'],
      ['zod', 'Node built-ins only'],
    ],
    allowed: ['node:fs', './other.mjs'],
  },
  {
    file: 'server/planted.ts',
    forbidden: [
      ['#standins/x.ts', 'only server/main may load'],
      ['#store/x.ts', 'only server/main may load'],
    ],
    allowed: ['fastify', '#domain/x.ts', '#contract/x.ts', '#machines/x.ts'],
  },
  {
    file: 'server/main.ts',
    forbidden: [['#src/x.ts', 'main starts the backend']],
    allowed: ['#standins/x.ts', '#domain/x.ts'],
  },
  {
    file: 'standins/planted.ts',
    forbidden: [['#server/x.ts', 'must not know our backend']],
    allowed: ['fastify', '#domain/x.ts', '#contract/x.ts'],
  },
];

let folder: string;
let lines: readonly string[];

/** One import per file, so that a diagnostic names the import that caused it. */
const plantedFile = (file: string, kind: 'forbidden' | 'allowed', index: number) =>
  file === 'server/main.ts' ? `${kind}${index}/${file}` : file.replace('planted', kind + index);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigia-imports-'));
  const main: string[] = [];
  const plant = async (top: string, path: string, specifier: string) => {
    await mkdir(dirname(join(top, path)), { recursive: true });
    await writeFile(join(top, path), `import '${specifier}';\n`);
  };
  for (const { file, forbidden, allowed } of folders) {
    const planted = [
      ...forbidden.map(([specifier], index) => ({ kind: 'forbidden' as const, specifier, index })),
      ...allowed.map((specifier, index) => ({ kind: 'allowed' as const, specifier, index })),
    ];
    for (const { kind, specifier, index } of planted) {
      const path = plantedFile(file, kind, index);
      if (path.endsWith('server/main.ts')) main.push(dirname(dirname(path)));
      await plant(folder, path, specifier);
    }
  }
  // server/main.ts is a fixed name, so each of its imports gets a tree of its own.
  const trees = [folder, ...main.map((name) => join(folder, name))];
  const diagnostics: string[] = [];
  for (const tree of trees) {
    for (const name of ['biome.json', '.gitignore'])
      await copyFile(join(root, name), join(tree, name));
  }
  for (const tree of trees.slice(1)) diagnostics.push(...(await lint(['server'], tree)));
  for (const tree of trees.slice(1)) await rm(join(tree, 'biome.json'));
  const topFolders = [...new Set(folders.map(({ file }) => file.split('/')[0] ?? ''))];
  diagnostics.push(...(await lint(topFolders, folder)));
  lines = diagnostics;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The linter's import diagnostics, one line each, with the file's path relative to the temporary folder. */
function lint(paths: readonly string[], cwd: string): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(
      join(root, 'node_modules', '.bin', 'biome'),
      ['lint', '--reporter=github', '--max-diagnostics=none', ...paths],
      { cwd, maxBuffer: 10_000_000 },
      // Diagnostics are expected, so the exit code is ignored.
      (_error, stdout, stderr) =>
        resolve(
          `${stdout}\n${stderr}`
            .split('\n')
            .filter((line) => line.includes('noRestrictedImports'))
            .map((line) => line.replace(`file=${folder}/`, 'file=')),
        ),
    );
  });
}

const diagnosticsOf = (path: string) => lines.filter((line) => line.includes(`file=${path},`));

describe('the import rules', () => {
  for (const { file, forbidden, allowed } of folders) {
    for (const [index, [specifier, reason]] of forbidden.entries()) {
      it(`rejects ${specifier} in ${dirname(file)} (${file}) with the reason`, () => {
        expect(diagnosticsOf(plantedFile(file, 'forbidden', index)).join('\n')).toContain(reason);
      });
    }
    for (const [index, specifier] of allowed.entries()) {
      it(`allows ${file} to import ${specifier}`, () => {
        expect(diagnosticsOf(plantedFile(file, 'allowed', index))).toEqual([]);
      });
    }
  }
});
