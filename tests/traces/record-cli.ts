/**
 * `npm run traces -- FILE…`: adds recordings saved in the workbench, as they were recorded, named after machine and title.
 * `npm run traces -- --again FILE…`: records stored traces anew, after a machine changed on purpose; those named, no others.
 * An event that cannot happen any more is named with its step, and its file stays as it is: record that one in the workbench.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { type Trace, trace as traceSchema } from '#contract/trace.ts';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { compactJson } from '#server/openapi/compact-json.ts';
import { fileNameOf } from '#src/dev/workbench/replay.ts';
import { recordAgain } from './record-again.ts';
import { validateTrace } from './validate-trace.ts';

const { values: options, positionals } = parseArgs({
  options: {
    again: { type: 'boolean', default: false },
    into: { type: 'string', default: 'tests/traces' },
  },
  allowPositionals: true,
});
// npm runs this in the repository; a path is meant from where the command was typed.
const files = positionals.map((file) => resolve(process.env.INIT_CWD ?? '', file));
const say = (line: string) => process.stdout.write(`${line}\n`);

if (files.length === 0) {
  process.stderr.write('npm run traces -- FILE…\nnpm run traces -- --again FILE…\n');
  process.exitCode = 2;
}
for (const file of files) {
  try {
    if (options.again) await replace(file);
    else await add(file);
  } catch (error) {
    say(`✗ ${file}\n  ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

/** The outcomes stay those of the recording: what the machines do now may be the fault that it shows. */
async function add(file: string): Promise<void> {
  const trace = read(file);
  const target = join(options.into, fileNameOf(trace));
  if (existsSync(target)) throw new Error(`${target} exists: give the recording another title`);
  write(target, trace);
  const error = await validateTrace(target);
  say(error === null ? `✓ ${target}` : `✗ ${target}\n${error}`);
  if (error !== null) process.exitCode = 1;
}

/** A trace that the change does not concern keeps its bytes. */
async function replace(file: string): Promise<void> {
  const trace = read(file);
  const machine = machinesById.get(trace.machine);
  if (machine === undefined) throw new Error(`there is no machine called ${trace.machine}`);
  const recorded = await recordAgain(machine, trace);
  if (!isDeepStrictEqual(recorded, trace)) write(file, recorded);
  say(`✓ ${file}`);
}

/** @throws Error when it is no trace */
function read(file: string): Trace {
  return traceSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** A step a line. */
function write(file: string, trace: Trace): void {
  writeFileSync(file, `${compactJson(trace, 2)}\n`);
}
