/** `?inspect`: shows the machines in Stately's inspector, in a popup, with secrets redacted. */
import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import type { InspectionEvent } from 'xstate';
import { createRedactor, type Redactor } from '#contract/redaction.ts';
import { toPlainJson } from '#machines/tracing/to-plain-json.ts';

/** The report's own `name` is the machine's, which the inspector shows; any other is a person's. */
function serializeReport(
  report: StatelyInspectionEvent,
  redact: Redactor['redact'],
): StatelyInspectionEvent {
  const redacted = redact(toPlainJson(report)) as unknown as StatelyInspectionEvent;
  return 'name' in report
    ? ({ ...redacted, name: report.name } as StatelyInspectionEvent)
    : redacted;
}

/** A blocked popup or a missing network does not affect the app. */
export function openStatelyInspector(page: Window): (report: InspectionEvent) => void {
  const { redact } = createRedactor();
  const { inspect } = createBrowserInspector({
    window: page,
    // Its own sanitizer options do not cover the output of child actors.
    serialize: (report) => serializeReport(report, redact),
  });
  return (report) => inspect.next?.(report);
}
