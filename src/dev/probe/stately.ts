/** `?inspect`: the machines in Stately's own inspector, in a window of its own, without their secrets. */
import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import type { InspectionEvent } from 'xstate';
import { createRedactor } from '#contract/redaction.ts';
import { plain } from '#machines/tracing/to-plain-json.ts';

/** Blocked or without a network, its window stays away and the app notices nothing. */
export function openStatelyInspector(page: Window): (report: InspectionEvent) => void {
  const { redact } = createRedactor();
  const { inspect } = createBrowserInspector({
    window: page,
    // Its own options for context and events leave out what child actors answer.
    serialize: (report) => redact(plain(report)) as unknown as StatelyInspectionEvent,
  });
  return (report) => inspect.next?.(report);
}
