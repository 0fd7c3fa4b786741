/**
 * JavaScript size budgets of /dashboard and of the chart.
 * /dashboard is measured beyond the shell every signed-in page needs (first page, store, live feed), the chart beyond
 * the match page. Exits with 1 when a budget is exceeded.
 *
 *     npm run bench -- dashboard
 */
import { report } from '../report.ts';
import { buildInMemory, type Chunk, fileOf, gzipped, withImports } from './build.ts';

const routeBudgetBytes = 60_000;
const chartBudgetBytes = 15_000;

const chunks = await buildInMemory();
const entry = chunks.filter(({ isEntry }) => isEntry);
/** Compressed bytes of the files that are not in `loaded`. */
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
// Imports the match page already has do not count for the chart.
const match = withImports(chunks, [
  ...shell,
  ...overview,
  fileOf(chunks, '/src/screens/match/match-screen.tsx'),
]);
const chart = bytesOf(
  withImports(chunks, [fileOf(chunks, '/src/features/price-chart/price-chart.tsx')]),
  match,
);

report({
  what: 'JavaScript of /dashboard beyond the shell, gzip −9',
  unit: 'bytes',
  value: route,
  goal: { max: routeBudgetBytes },
  note: `the shell beyond /login: ${bytesOf(shell, first)} bytes`,
});
report({
  what: 'JavaScript of the chart, gzip −9',
  unit: 'bytes',
  value: chart,
  goal: { max: chartBudgetBytes },
});
process.exitCode = route > routeBudgetBytes || chart > chartBudgetBytes ? 1 : 0;
