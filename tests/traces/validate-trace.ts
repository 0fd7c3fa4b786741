/** Validates one trace file against the current machine: schema and replay. */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type Trace, trace as traceSchema } from '#contract/trace.ts';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { replay } from '#machines/tracing/replay.ts';
import { formatDivergence } from './format-divergence.ts';

/** @returns an error text; null when the trace replays */
export async function validateTrace(file: string): Promise<string | null> {
  const trace = parseTraceFile(file);
  if (typeof trace === 'string') return trace;
  const machine = machinesById.get(trace.machine);
  if (machine === undefined) {
    const known = [...machinesById.keys()].join(', ');
    return `There is no machine called ${trace.machine}: ${known}.`;
  }
  const divergence = await replay(machine, trace);
  return divergence === null ? null : formatDivergence(trace, divergence);
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
