/** Checks one trace file against the current machine: schema, pure replay, live replay. */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type Trace, trace as traceSchema } from '#contract/trace.ts';
import { explain } from '#machines/tracing/divergence.ts';
import { fingerprintOf } from '#machines/tracing/fingerprint.ts';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { replayLive } from '#machines/tracing/replay-live.ts';
import { replayPure } from '#machines/tracing/replay-pure.ts';

export interface TraceCheck {
  /** Error text; null when the trace replays. */
  readonly problem: string | null;
  /** One line about what was replayed. */
  readonly summary: string;
  readonly trace: Trace | null;
}

export async function checkTrace(file: string): Promise<TraceCheck> {
  const trace = readTrace(file);
  if (typeof trace === 'string') return { problem: trace, summary: '', trace: null };
  const machine = machinesById.get(trace.machine);
  if (machine === undefined) {
    const known = [...machinesById.keys()].join(', ');
    return {
      problem: `There is no machine called ${trace.machine}: ${known}.`,
      summary: '',
      trace,
    };
  }
  const divergence = replayPure(machine, trace) ?? (await replayLive(machine, trace));
  const isSameShape = fingerprintOf(machine) === trace.fingerprint;
  return {
    problem: divergence === null ? null : explain(trace, divergence),
    summary: `“${trace.title}”: ${trace.machine}, ${trace.steps.length} steps, pure and live${
      isSameShape ? '' : '; the machine has changed since it was recorded, but not on this path'
    }`,
    trace,
  };
}

/** @returns the trace, or an error text */
function readTrace(file: string): Trace | string {
  try {
    const read = traceSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return read.success ? read.data : `Not a trace:\n${z.prettifyError(read.error)}`;
  } catch (error) {
    return `Not readable as JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
