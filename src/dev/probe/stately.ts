/** `?inspect`: shows the machines in Stately's inspector, in a popup, with secrets redacted. */
import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import type { InspectionEvent } from 'xstate';
import { createRedactor } from '#contract/redaction.ts';
import { toPlainJson } from '#machines/tracing/to-plain-json.ts';

/** A blocked popup or a missing network does not affect the app. */
export function openStatelyInspector(page: Window): (report: InspectionEvent) => void {
  const { redact } = createRedactor();
  const { inspect } = createBrowserInspector({
    window: page,
    // Its own sanitizer options do not cover the output of child actors.
    serialize: (report) => redact(toPlainJson(report)) as unknown as StatelyInspectionEvent,
  });
  return (report) => inspect.next?.(report);
}
