// Runs type check, lint and all tests, even after a failure; ends with one line: N passed, N failed.
// `npm test -- 3`: the third stage alone; `npm test -- --changed[=revision]`: what a change touches.
import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { changedFiles } from './changed-files.mjs';
import { relatedSpecs } from './related-specs.mjs';
import { allStages, stagesForChange } from './test-stages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'vigia-tests-'));
// Servers, test workers and runners load a thousand modules each: V8 need not compile them again.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compile');

const args = process.argv.slice(2);
const changedArg = args.find((arg) => /^--changed(=|$)/.test(arg));
const stages = (changedArg === undefined ? allStages : stagesOfChange()).map((stage, index) => ({
  ...stage,
  number: index + 1,
}));
const numbers = args.filter((arg) => arg !== changedArg);
const selected = stages.filter(
  ({ number, isIdle }) => !isIdle && (numbers.length === 0 || numbers.includes(String(number))),
);
const results = [];
for (const group of Map.groupBy(selected, (stage) => stage.group).values()) {
  results.push(...(await runGroup(group)));
}
rmSync(reports, { recursive: true, force: true });

const print = (text) => process.stdout.write(text);
for (const { name, error } of results.flatMap(({ failures }) => failures)) {
  print(`\n✘ ${name}\n${error}\n`);
}
const inSeconds = (ms) => `${(ms / 1_000).toFixed(1).padStart(7)} s`;
const slowest = results.flatMap(({ durations }) => durations).sort((a, b) => b.ms - a.ms);
print('\n── Las diez pruebas más lentas\n');
for (const { name, ms } of slowest.slice(0, 10)) print(`${inSeconds(ms)}  ${name}\n`);
print('\n── Tiempo por etapa\n');
for (const { stage, ms } of results) print(`${inSeconds(ms)}  ${stage.number} ${stage.title}\n`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
print(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

function stagesOfChange() {
  const { since, changed, existing } = changedFiles(root, changedArg.split('=')[1]);
  return stagesForChange({ existing, since, specs: relatedSpecs(changed, since, root) });
}

/** Runs stages side by side; the first prints as it goes, the others when it has ended. */
async function runGroup([first, ...others]) {
  const running = others.map((stage) => ({ stage, log: join(reports, `${stage.number}.log`) }));
  const ended = running.map(({ stage, log }) => runStage(stage, openSync(log, 'w')));
  printTitle(first);
  const firstResult = await runStage(first, 'inherit');
  const otherResults = [];
  for (const [index, { stage, log }] of running.entries()) {
    otherResults.push(await ended[index]);
    printTitle(stage);
    process.stdout.write(readFileSync(log));
  }
  return [firstResult, ...otherResults];
}

function printTitle({ title }) {
  process.stdout.write(`\n── ${title}\n`);
}

/** A stage without a report counts as one check; one that fails without a failed test counts as one failure. */
async function runStage(stage, output) {
  const { title, command, env = {}, parse } = stage;
  const [name, ...stageArgs] = command;
  const report = join(reports, `${stage.number}.json`);
  const withReportPath = (text) => text.replace('REPORT', report);
  const stageEnv = Object.fromEntries(
    Object.entries(env).map(([key, text]) => [key, withReportPath(text)]),
  );
  const startedAtMs = performance.now();
  const child = spawn(join(root, 'node_modules', '.bin', name), stageArgs.map(withReportPath), {
    cwd: root,
    stdio: ['inherit', output, 'pipe'],
    env: { ...process.env, ...stageEnv },
    shell: process.platform === 'win32',
  });
  const lastErrors = copyErrors(child.stderr, (chunk) =>
    output === 'inherit' ? process.stderr.write(chunk) : writeSync(output, chunk),
  );
  const status = await exitOf(child);
  const ms = performance.now() - startedAtMs;
  const failed = status !== 0;
  const stageFailure = { name: title, error: `${name} ended with ${status}.\n${lastErrors()}` };
  const parsedReport = parse === undefined ? null : readReport(report);
  if (parsedReport === null) {
    const [passed, failures] = failed ? [0, [stageFailure]] : [1, []];
    return { stage, ms, passed, failed: 1 - passed, skipped: 0, failures, durations: [] };
  }
  const result = parse(parsedReport, root);
  if (!failed || result.failed > 0) return { stage, ms, ...result };
  return { stage, ms, ...result, failed: 1, failures: [...result.failures, stageFailure] };
}

/** What a runner dies of is in no report. @returns getter of its last lines */
function copyErrors(stderr, write) {
  let text = '';
  stderr.on('data', (chunk) => {
    write(chunk);
    text = (text + chunk).slice(-4_000);
  });
  return () => stripVTControlCharacters(text).trimEnd().split('\n').slice(-20).join('\n');
}

/** @returns the exit code, or the signal or error that ended it */
function exitOf(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
}

/** null when the runner ended before it wrote one. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
