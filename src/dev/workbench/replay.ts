/** Parses, replays and names trace files. */
import type { AnyStateMachine } from 'xstate';
import { type Trace, trace as traceFile } from '#contract/trace.ts';
import { foldCaseAndAccents } from '#domain/fold-case-and-accents.ts';
import type { Divergence } from '#machines/tracing/divergence.ts';
import { fingerprintOf } from '#machines/tracing/fingerprint.ts';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { replay } from '#machines/tracing/replay.ts';
import { workbenchCopy as copy } from '../workbench-copy.ts';

export interface LoadedTrace {
  readonly trace: Trace;
  /** Name of the file; null for a new recording. */
  readonly file: string | null;
  readonly hasOtherShape: boolean;
  /** null = it replays the same. */
  readonly divergence: Divergence | null;
}

/** @returns the trace, or an error message */
export async function loadTraceFile(text: string, file: string): Promise<LoadedTrace | string> {
  const parsed = traceFile.safeParse(jsonOf(text));
  if (!parsed.success) return copy.badTrace;
  const machine = machinesById.get(parsed.data.machine);
  if (machine === undefined) return copy.unknownMachine(parsed.data.machine);
  return replayTrace(machine, parsed.data, file);
}

export async function replayTrace(
  machine: AnyStateMachine,
  trace: Trace,
  file: string | null,
): Promise<LoadedTrace> {
  return {
    trace,
    file,
    hasOtherShape: fingerprintOf(machine) !== trace.fingerprint,
    divergence: await replay(machine, trace),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `authSession` and “Sale y vuelve” make `auth-session-sale-y-vuelve.trace.json`. */
export function fileNameOf({ machine, title }: Trace): string {
  const slug = foldCaseAndAccents(`${machine.replaceAll(/([A-Z])/g, '-$1')} ${title}`);
  return `${slug
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)}.trace.json`;
}
