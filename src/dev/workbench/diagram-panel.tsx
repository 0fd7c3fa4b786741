/** Panel with the chosen machine's diagram. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { Diagram } from '../diagram/diagram.tsx';
import { graphOf } from '../diagram/graph.ts';
import { type Drawing, layOut } from '../diagram/layout.ts';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import { activeAt, formatStateValue, type TracePosition } from './trace-position.ts';
import { useKeys } from './use-keys.ts';
import styles from './workbench.module.css';

const noIds: ReadonlySet<string> = new Set();
/** Laid out once, in up to a second: a machine chosen again shows its diagram at once. */
const drawings = new WeakMap<AnyStateMachine, Promise<Drawing>>();

export function DiagramPanel({
  machine,
  tracePosition,
}: {
  machine: AnyStateMachine;
  tracePosition: TracePosition | null;
}) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isFitted, setFitted] = useState(true);
  const frame = useRef<HTMLDivElement>(null);
  const outcome = tracePosition?.outcome ?? null;
  const active = useMemo(
    () => (outcome === null ? noIds : activeAt(machine, outcome)),
    [machine, outcome],
  );
  useEffect(() => {
    const laying = drawings.get(machine) ?? layOut(graphOf(machine));
    drawings.set(machine, laying);
    laying.then(setDrawing, (reason: unknown) => setError(String(reason)));
  }, [machine]);
  useEffect(() => {
    if (drawing === null || active.size === 0) return;
    const states = frame.current?.querySelectorAll('[data-active="true"]');
    states?.item(states.length - 1)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [drawing, active]);
  const fit = () => setFitted((before) => !before);
  useKeys({ a: fit });
  return (
    <section className={styles.wb__picture} aria-label={machine.id}>
      <p className={styles.wb__about}>
        {machine.config.description} {outcome === null && copy.notRunning}{' '}
        <button type="button" className="linkbtn" aria-pressed={isFitted} onClick={fit}>
          {copy.fit}
        </button>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={frame} className={styles.wb__canvas} data-fitted={isFitted} tabIndex={0}>
        {error !== null && <p role="alert">{copy.notDrawn(error)}</p>}
        {drawing === null && error === null && <p className="meta">{copy.drawing}</p>}
        {drawing !== null && (
          <Diagram
            drawing={drawing}
            title={copy.picture(
              machine.id,
              outcome === null ? '—' : formatStateValue(outcome.value),
            )}
            active={active}
            latest={new Set(outcome?.transitions)}
          />
        )}
      </div>
    </section>
  );
}
