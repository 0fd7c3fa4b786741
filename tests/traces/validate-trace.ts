/** Validates one trace file against the current machine: schema and replay. */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type Trace, trace as traceSchema } from '#contract/trace.ts';
import { fingerprintOf } from '#machines/tracing/fingerprint.ts';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { replay } from '#machines/tracing/replay.ts';
import { formatDivergence } from './format-divergence.ts';

export interface TraceValidation {
  /** Error text; null when the trace replays. */
  readonly error: string | null;
  /** One line about what was replayed. */
  readonly summary: string;
  readonly trace: Trace | null;
}

export async function validateTrace(file: string): Promise<TraceValidation> {
  const trace = parseTraceFile(file);
  if (typeof trace === 'string') return { error: trace, summary: '', trace: null };
  const machine = machinesById.get(trace.machine);
  if (machine === undefined) {
    const known = [...machinesById.keys()].join(', ');
    return {
      error: `There is no machine called ${trace.machine}: ${known}.`,
      summary: '',
      trace,
    };
  }
  const divergence = await replay(machine, trace);
  const isSameShape = fingerprintOf(machine) === trace.fingerprint;
  return {
    error: divergence === null ? null : formatDivergence(trace, divergence),
    summary: `“${trace.title}”: ${trace.machine}, ${trace.steps.length} steps${
      isSameShape ? '' : '; the machine has changed since it was recorded, but not on this path'
    }`,
    trace,
  };
}

/** @returns the trace, or an error text */
function parseTraceFile(file: string): Trace | string {
  try {
    const parsed = traceSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : `Not a trace:\n${z.prettifyError(parsed.error)}`;
  } catch (error) {
    return `Not readable as JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
