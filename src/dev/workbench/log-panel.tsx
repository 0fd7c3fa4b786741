/** Panel with the machine's event log, and the transitions and guards of the chosen step. */
import { useEffect, useRef } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { Trace } from '#contract/trace.ts';
import { eventName } from '../diagram/graph.ts';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import { formatElapsed } from './format-elapsed.ts';
import { guardResults } from './guard-results.ts';
import { formatStateValue, type TracePosition } from './trace-position.ts';
import styles from './workbench.module.css';

export function LogPanel({
  trace,
  machine,
  tracePosition,
  onPosition,
}: {
  trace: Trace | null;
  machine: AnyStateMachine;
  tracePosition: TracePosition | null;
  onPosition: (index: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const index = tracePosition?.index ?? -1;
  useEffect(() => {
    const entry = list.current?.children[index + 1];
    if (list.current === null || !(entry instanceof HTMLElement)) return;
    // Scrolls the list only, not the page.
    list.current.scrollTop =
      entry.offsetTop - list.current.offsetTop - list.current.clientHeight / 2;
  }, [index]);
  const entries = [
    { at: 0, name: copy.start, value: trace?.initial.value },
    ...(trace?.steps ?? []).map(({ at, event, value }) => ({ at, name: event.type, value })),
  ];
  return (
    <section className={styles.wb__panel} aria-labelledby="wb-log">
      <h2 id="wb-log" className="label">
        {copy.log}
      </h2>
      {trace === null ? (
        <p className="meta">{copy.emptyLog}</p>
      ) : (
        <ol ref={list} className={styles.wb__log} data-testid="log">
          {entries.map(({ at, name, value }, entry) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index
              key={entry}
            >
              <button
                type="button"
                aria-current={entry - 1 === index ? 'step' : undefined}
                onClick={() => onPosition(entry - 1)}
              >
                <time className="fig">{formatElapsed(at)}</time>
                <span className={styles.wb__event}>{eventName(name)}</span>
                <span className="meta">{value === undefined ? '' : formatStateValue(value)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {tracePosition !== null && <StepDetails machine={machine} tracePosition={tracePosition} />}
    </section>
  );
}

function StepDetails({
  machine,
  tracePosition,
}: {
  machine: AnyStateMachine;
  tracePosition: TracePosition;
}) {
  const results = guardResults(machine, tracePosition);
  const { transitions } = tracePosition.outcome;
  return (
    <div className={styles.wb__step}>
      <h3>{copy.taken}</h3>
      {transitions.length === 0 && tracePosition.step !== null ? (
        <p className="meta">{copy.nothingTaken}</p>
      ) : (
        <ul>
          {transitions.map((key) => (
            <li key={key} className={styles.wb__key}>
              {key.replaceAll(`${machine.id}.`, '')}
            </li>
          ))}
        </ul>
      )}
      <h3>{copy.guards}</h3>
      {results.length === 0 ? (
        <p className="meta">{copy.noGuards}</p>
      ) : (
        <ul data-testid="guards">
          {results.map(({ transition, passes, wasTaken }) => (
            <li key={transition.key} className={wasTaken ? styles.wb__taken : undefined}>
              <b className={passes ? styles.wb__yes : styles.wb__no}>{passes ? '✓' : '✗'}</b>{' '}
              {transition.guard}
              <span className="meta"> {transition.description}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
