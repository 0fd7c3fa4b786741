/**
 * `npm run coverage`: what of the app's code only browser tests reach, by room: functions that a journey runs and no test
 * without a browser does. `npm run coverage -- journeys/alerts journeys/chart` runs these specs alone.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CoverageReport } from 'monocart-coverage-reports';
import { compareCoverage, type FileCoverage, type RoomCoverage } from './compare-coverage.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'vigia-coverage-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));
const dist = join(work, 'dist');
const collected = mkdtempSync(join(work, 'collected-'));
/** What runs in a browser; the server's code is reached by tests over HTTP, which no journey is needed for. */
const rooms = ['src', 'store', 'domain', 'contract', 'machines'];

// Not minified: functions keep their names.
const isBuilt = run('vite', [
  'build',
  '--sourcemap',
  '--minify',
  'false',
  '--outDir',
  dist,
  '--logLevel',
  'warn',
]);
if (!isBuilt) process.exit(1);
const specs = process.argv.slice(2);
run(
  'playwright',
  ['test', ...(specs.length > 0 ? specs : ['tests/journeys', 'tests/conformance'])],
  {
    COVERAGE_DIR: collected,
    DIST_DIR: dist,
  },
);
run('vitest', [
  'run',
  ...[...rooms, 'tests/machines', 'tests/traces'].map((folder) => `${root}${folder}/`),
  '--coverage.enabled',
  '--coverage.provider=v8',
  '--coverage.reporter=json',
  `--coverage.reportsDirectory=${join(work, 'unit')}`,
  ...rooms.map((room) => `--coverage.include=${room}/**/*.{ts,tsx}`),
]);
const byJourneys = await readJourneys();
const byUnitTests = readIstanbul(join(work, 'unit', 'coverage-final.json'));
const found = compareCoverage({ byJourneys, byUnitTests, rooms });
process.stdout.write(reportOf(found));
if (found.length === 0) {
  process.stdout.write('not measured: no journey reached a file of these rooms\n');
  process.exitCode = 1;
}

/** @returns whether it succeeded */
function run(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status } = spawnSync(join(root, 'node_modules', '.bin', name), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.stdout.write(`${name} ended with ${status}: what it did counts\n`);
  return status === 0;
}

async function readJourneys(): Promise<Map<string, FileCoverage>> {
  const report = new CoverageReport({
    outputDir: join(work, 'journeys'),
    reports: ['json'],
    logging: 'error',
    sourceFilter: (path) => rooms.some((room) => path.startsWith(`${room}/`)),
  });
  for (const file of readdirSync(collected)) {
    const scripts: readonly { url: string }[] = JSON.parse(
      readFileSync(join(collected, file), 'utf8'),
    );
    const ours = scripts.flatMap((script) => withSource(script));
    if (ours.length > 0) await report.add(ours);
  }
  await report.generate();
  return readIstanbul(join(work, 'journeys', 'coverage-final.json'));
}

/** None of a script whose code is a library's. */
function withSource<Script extends { readonly url: string }>(script: Script) {
  const path = join(dist, 'assets', basename(new URL(script.url).pathname));
  if (!existsSync(`${path}.map`)) return [];
  const sourceMap = JSON.parse(readFileSync(`${path}.map`, 'utf8'));
  // In the map they are relative to the build, wherever that and the repository lie.
  const sources = sourceMap.sources.map((source: string) =>
    relative(root, resolve(dirname(path), source)),
  );
  return [{ ...script, source: readFileSync(path, 'utf8'), sourceMap: { ...sourceMap, sources } }];
}

/** By the file's path in the repository. */
function readIstanbul(path: string): Map<string, FileCoverage> {
  const files: Record<string, FileCoverage> = JSON.parse(readFileSync(path, 'utf8'));
  return new Map(Object.entries(files).map(([file, one]) => [file.replace(root, ''), one]));
}

function reportOf(found: readonly RoomCoverage[]): string {
  const rows = found.map(
    ({ room, functions, both, onlyJourneys, onlyUnitTests }) =>
      `| \`${room}\` | ${functions} | ${both} | ${onlyUnitTests} | ${onlyJourneys.length} |`,
  );
  const names = found.flatMap(({ onlyJourneys }) => onlyJourneys).map((name) => `  ${name}\n`);
  return `
${names.join('')}
| Room | Functions | By both | Only without a browser | Only by journeys |
|---|--:|--:|--:|--:|
${rows.join('\n')}
`;
}
