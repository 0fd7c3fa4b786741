/** Panel to send an event to the machine in the app, with its payload validated first. */
import { type FormEvent, useId, useMemo, useState } from 'react';
import { type AnyStateMachine, getNextTransitions } from 'xstate';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import { findMismatch, samplePayload } from './event-samples.ts';
import { snapshotAt } from './trace-position.ts';
import styles from './workbench.module.css';
import type { TrackedActor, WorkbenchConnection } from './workbench-state.ts';

interface SendPanelProps {
  readonly machine: AnyStateMachine;
  /** null = it does not run. */
  readonly actor: TrackedActor | null;
  readonly connection: WorkbenchConnection;
}

export function SendPanel({ machine, actor, connection }: SendPanelProps) {
  const events = useMemo(() => sendableEvents(machine), [machine]);
  const [type, setType] = useState(events[0] ?? '');
  /** null = the example payload. */
  const [edited, setEdited] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const field = useId();
  if (actor === null || events.length === 0) return null;
  const last = actor.trace.steps.at(-1) ?? actor.trace.initial;
  const snapshot = snapshotAt(machine, last);
  const accepted = new Set<string>(
    snapshot === null ? [] : getNextTransitions(snapshot).map(({ eventType }) => eventType),
  );
  const aheadMs = connection.state.clocks.get(actor.tab)?.aheadMs ?? 0;
  const atMs = Math.round(Date.now() + aheadMs);
  const sample = samplePayload(machine.id, type, { context: last.context, atMs });
  const proposed = JSON.stringify(sample, null, 2);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const payload = parsePayload(edited ?? proposed);
    const mismatch = findMismatch(sample, payload);
    setError(
      payload === null ? copy.notJson : mismatch === null ? null : copy.otherThanSample(mismatch),
    );
    if (payload === null || mismatch !== null) return;
    connection.send({
      kind: 'send',
      tab: actor.tab,
      actor: actor.id,
      event: { ...payload, type },
    });
    setEdited(null);
  };
  return (
    <section className={styles.wb__panel} aria-labelledby={`${field}-title`}>
      <h2 id={`${field}-title`} className="label">
        {copy.send}
      </h2>
      <form onSubmit={send}>
        <div className={styles.wb__row}>
          <select
            className="input"
            aria-label={copy.event}
            value={type}
            onChange={(event) => {
              setType(event.target.value);
              setEdited(null);
              setError(null);
            }}
          >
            {events.map((name) => (
              <option key={name} value={name}>
                {accepted.has(name) ? name : `${name} (${copy.ignored})`}
              </option>
            ))}
          </select>
          <button type="submit" className="btn btn--primary btn--sm">
            {copy.sendNow}
          </button>
        </div>
        {proposed === '{}' ? (
          <p className="meta">{copy.noPayload}</p>
        ) : (
          <>
            <label className="meta" htmlFor={field}>
              {copy.payload}
            </label>
            <textarea
              id={field}
              className={`input ${styles.wb__payload}`}
              spellCheck={false}
              rows={Math.min(12, (edited ?? proposed).split('\n').length)}
              value={edited ?? proposed}
              aria-invalid={error !== null}
              onChange={(event) => setEdited(event.target.value)}
            />
            <p className="meta">{copy.aliases}</p>
          </>
        )}
        {error !== null && (
          <p className="field__error" role="alert">
            {error}
          </p>
        )}
      </form>
    </section>
  );
}

/** External events: those of invoked actors and timers cannot be sent. */
export const sendableEvents = (machine: AnyStateMachine): string[] =>
  machine.events.filter((event: string) => !event.startsWith('xstate.'));

/** @returns null when it is not a JSON object */
function parsePayload(text: string): object | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' ? json : null;
  } catch {
    return null;
  }
}
