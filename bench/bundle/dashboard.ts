/**
 * What /dashboard costs beyond the shell every signed-in page needs (the first page, the store, the live feed), and what
 * the chart costs whoever opens a match. Ends with 1 when a budget is passed.
 *
 *     npm run bench -- dashboard
 */
import { report } from '../report.ts';
import { buildInMemory, type Chunk, fileOf, gzipped, withImports } from './build.ts';

const routeBudgetBytes = 60_000;
const chartBudgetBytes = 30_000;

const chunks = await buildInMemory();
const entry = chunks.filter(({ isEntry }) => isEntry);
/** Of the files that were not loaded before. */
const bytesOf = (files: Iterable<Chunk>, loaded: ReadonlySet<Chunk> = new Set()) =>
  [...files].filter((file) => !loaded.has(file)).reduce((sum, file) => sum + gzipped(file), 0);

const first = withImports(chunks, entry);
const shell = withImports(chunks, [
  ...first,
  fileOf(chunks, '/src/app/signed-in-layout.tsx'),
  fileOf(chunks, '/src/app/signed-in-runtime.ts'),
]);
const overview = withImports(chunks, [
  fileOf(chunks, '/src/screens/dashboard/dashboard-layout.tsx'),
  fileOf(chunks, '/src/screens/overview/overview-screen.tsx'),
]);
const route = bytesOf(overview, shell);
// What it imports that a match has already is not the chart's.
const match = withImports(chunks, [
  ...shell,
  ...overview,
  fileOf(chunks, '/src/screens/match/match-screen.tsx'),
]);
const chart = bytesOf(withImports(chunks, [fileOf(chunks, '/uplot/dist/uPlot.esm.js')]), match);

report({
  what: 'JavaScript of /dashboard beyond the shell, gzip −9',
  unit: 'bytes',
  ours: route,
  goal: { most: routeBudgetBytes },
  note: `the shell beyond /login: ${bytesOf(shell, first)} bytes`,
});
report({
  what: 'JavaScript of the chart, gzip −9',
  unit: 'bytes',
  ours: chart,
  goal: { most: chartBudgetBytes },
});
process.exitCode = route > routeBudgetBytes || chart > chartBudgetBytes ? 1 : 0;
