/** The linter holds the import table: every forbidden import is planted beside a legal one, under the real biome.json. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A room's file, what it must not import with the words of the refusal, and what it may. */
const rooms: readonly {
  readonly file: string;
  readonly refused: readonly (readonly [specifier: string, reason: string])[];
  readonly legal: readonly string[];
}[] = [
  {
    file: 'domain/planted.ts',
    refused: [
      ['#contract/x.ts', 'it imports no other room'],
      ['../server/x.ts', 'it imports no other room'],
      ['zod', 'uses no libraries'],
    ],
    legal: ['./threshold.ts'],
  },
  {
    file: 'contract/planted.ts',
    refused: [
      ['#server/x.ts', 'contract describes the wire'],
      ['../src/x.ts', 'contract describes the wire'],
    ],
    legal: ['#domain/x.ts', 'zod'],
  },
  {
    file: 'machines/planted.ts',
    refused: [
      ['#store/x.ts', 'machines are pure flows'],
      ['#src/x.ts', 'machines are pure flows'],
      ['react', 'import only xstate'],
    ],
    legal: ['xstate', '#domain/x.ts', '#contract/x.ts'],
  },
  {
    file: 'store/planted.ts',
    refused: [
      ['#machines/x.ts', 'never import each other'],
      ['#src/x.ts', 'never import each other'],
    ],
    legal: ['#domain/x.ts', '#contract/x.ts', '@reduxjs/toolkit'],
  },
  {
    file: 'src/components/planted.ts',
    refused: [
      ['#store/x.ts', 'nothing of ours but their props'],
      ['../screens/x.ts', 'nothing of ours but their props'],
    ],
    legal: ['react', './other.ts'],
  },
  {
    file: 'src/copy/planted.ts',
    refused: [
      ['#machines/x.ts', 'copy is words and formats'],
      ['../screens/x.ts', 'copy is words and formats'],
    ],
    legal: ['#domain/x.ts', '#contract/x.ts'],
  },
  {
    file: 'src/services/planted.ts',
    refused: [
      ['#store/x.ts', 'adapts one hosted service'],
      ['../components/x.ts', 'adapts one hosted service'],
    ],
    legal: ['firebase/auth', '#domain/x.ts'],
  },
  {
    file: 'src/screens/plan/planted.ts',
    refused: [
      ['#contract/x.ts', 'screens fetch through the store'],
      ['../../services/x.ts', 'screens do not reach into wiring'],
      ['../match/x.ts', 'does not import another screen'],
      ['#src/screens/match/x.ts', 'does not import another screen'],
    ],
    legal: ['#store/x.ts', '#machines/x.ts', '#domain/x.ts', '#src/components/x.tsx', './other.ts'],
  },
  {
    file: 'src/app/planted.ts',
    refused: [
      ['#standins/x.ts', 'never imports the backend'],
      ['../dev/x.ts', 'may load the workbench'],
    ],
    legal: ['#store/x.ts', '#machines/x.ts', '../services/x.ts'],
  },
  {
    file: 'src/dev/planted.ts',
    refused: [['#server/x.ts', 'the workbench is a client room']],
    legal: ['#machines/x.ts', '../app/x.ts'],
  },
  {
    file: 'scripts/planted.mjs',
    refused: [
      ['#domain/x.ts', 'Node built-ins only'],
      ['zod', 'Node built-ins only'],
    ],
    legal: ['node:fs', './other.mjs'],
  },
  {
    file: 'server/planted.ts',
    refused: [
      ['#standins/x.ts', 'only server/main may load'],
      ['#store/x.ts', 'only server/main may load'],
    ],
    legal: ['fastify', '#domain/x.ts', '#contract/x.ts', '#machines/x.ts'],
  },
  {
    file: 'server/main.ts',
    refused: [['#src/x.ts', 'main starts the backend']],
    legal: ['#standins/x.ts', '#domain/x.ts'],
  },
  {
    file: 'standins/planted.ts',
    refused: [['#server/x.ts', 'must not know our backend']],
    legal: ['fastify', '#domain/x.ts', '#contract/x.ts'],
  },
];

let folder: string;
let lines: readonly string[];

/** One import a file, so that a refusal names the import that caused it. */
const plantedFile = (file: string, kind: 'refused' | 'legal', index: number) =>
  file === 'server/main.ts' ? `${kind}${index}/${file}` : file.replace('planted', kind + index);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigia-imports-'));
  const main: string[] = [];
  const plant = async (top: string, path: string, specifier: string) => {
    await mkdir(dirname(join(top, path)), { recursive: true });
    await writeFile(join(top, path), `import '${specifier}';\n`);
  };
  for (const { file, refused, legal } of rooms) {
    const planted = [
      ...refused.map(([specifier], index) => ({ kind: 'refused' as const, specifier, index })),
      ...legal.map((specifier, index) => ({ kind: 'legal' as const, specifier, index })),
    ];
    for (const { kind, specifier, index } of planted) {
      const path = plantedFile(file, kind, index);
      if (path.endsWith('server/main.ts')) main.push(dirname(dirname(path)));
      await plant(folder, path, specifier);
    }
  }
  // server/main.ts has one name only, so each of its imports gets a tree of its own.
  const trees = [folder, ...main.map((name) => join(folder, name))];
  const heard: string[] = [];
  for (const tree of trees) {
    for (const name of ['biome.json', '.gitignore'])
      await copyFile(join(root, name), join(tree, name));
  }
  for (const tree of trees.slice(1)) heard.push(...(await lint(['server'], tree)));
  for (const tree of trees.slice(1)) await rm(join(tree, 'biome.json'));
  const topRooms = [...new Set(rooms.map(({ file }) => file.split('/')[0] ?? ''))];
  heard.push(...(await lint(topRooms, folder)));
  lines = heard;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The linter's refusals of imports, one line each, with the file's path below the planted folder. */
function lint(paths: readonly string[], cwd: string): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(
      join(root, 'node_modules', '.bin', 'biome'),
      ['lint', '--reporter=github', '--max-diagnostics=none', ...paths],
      { cwd, maxBuffer: 10_000_000 },
      // A refusal is what is asked for, so the exit code says nothing here.
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

const about = (path: string) => lines.filter((line) => line.includes(`file=${path},`));

describe('the import table', () => {
  for (const { file, refused, legal } of rooms) {
    for (const [index, [specifier, reason]] of refused.entries()) {
      it(`refuses ${specifier} in ${dirname(file)} (${file}) and says why`, () => {
        expect(about(plantedFile(file, 'refused', index)).join('\n')).toContain(reason);
      });
    }
    for (const [index, specifier] of legal.entries()) {
      it(`lets ${file} import ${specifier}`, () => {
        expect(about(plantedFile(file, 'legal', index))).toEqual([]);
      });
    }
  }
});
