/** Panel with the chosen machine's diagram, its zoom and its coverage overlay. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { Diagram } from '../diagram/diagram.tsx';
import { graphOf } from '../diagram/graph.ts';
import { type Drawing, layOut } from '../diagram/layout.ts';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import type { Coverage } from './coverage.ts';
import { activeAt, formatStateValue, type TracePosition } from './trace-position.ts';
import { useKeys } from './use-keys.ts';
import styles from './workbench.module.css';

const noIds: ReadonlySet<string> = new Set();
/** Laid out once, in up to a second: a machine chosen again shows its diagram at once. */
const drawings = new WeakMap<AnyStateMachine, Promise<Drawing>>();
const zoomStep = 1.2;

export function DiagramPanel({
  machine,
  tracePosition,
  coverage,
  isCoverageShown,
  onCoverage,
}: {
  machine: AnyStateMachine;
  tracePosition: TracePosition | null;
  coverage: Coverage;
  isCoverageShown: boolean;
  onCoverage: (isShown: boolean) => void;
}) {
  const { drawing, error } = useDrawing(machine);
  const [zoom, setZoom] = useState(1);
  const frame = useRef<HTMLDivElement>(null);
  const active = useMemo(
    () => (tracePosition === null ? noIds : activeAt(machine, tracePosition.outcome)),
    [machine, tracePosition],
  );
  useScrollToActive(frame, drawing, active);
  const larger = () => setZoom((before) => Math.min(3, before * zoomStep));
  const smaller = () => setZoom((before) => Math.max(0.4, before / zoomStep));
  const fit = () => setZoom(1);
  const percent = Math.round(zoom * 100);
  useKeys({ '+': larger, '-': smaller, a: fit });
  return (
    <section className={styles.wb__picture} aria-label={machine.id}>
      <div className={styles.wb__bar}>
        <p className={styles.wb__about}>{machine.config.description}</p>
        <label className={styles.wb__check}>
          <input
            type="checkbox"
            checked={isCoverageShown}
            onChange={(event) => onCoverage(event.target.checked)}
          />
          {copy.showCoverage}
        </label>
        <span className="meta" data-testid="coverage">
          {copy.coverageCount(coverage.states, coverage.transitions)}
        </span>
        <span className={styles.wb__zoom}>
          <button type="button" aria-label={copy.zoomOut} onClick={smaller}>
            −
          </button>
          <button type="button" aria-label={copy.fit(percent)} onClick={fit}>
            {percent} %
          </button>
          <button type="button" aria-label={copy.zoomIn} onClick={larger}>
            +
          </button>
        </span>
      </div>
      {tracePosition === null && <p className={`${styles.wb__asleep} meta`}>{copy.notRunning}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={frame} className={styles.wb__canvas} tabIndex={0}>
        {error !== null && <p role="alert">{copy.notDrawn(error)}</p>}
        {drawing === null && error === null && <p className="meta">{copy.drawing}</p>}
        {drawing !== null && (
          <div style={{ width: `min(${drawing.width * zoom}px, ${zoom * 100}%)` }}>
            <Diagram
              drawing={drawing}
              title={copy.picture(
                machine.id,
                tracePosition === null ? '—' : formatStateValue(tracePosition.outcome.value),
              )}
              marks={{
                active,
                latest: tracePosition === null ? noIds : new Set(tracePosition.outcome.transitions),
                covered: isCoverageShown ? coverage.covered : null,
              }}
            />
          </div>
        )}
      </div>
    </section>
  );
}

function useDrawing(machine: AnyStateMachine) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    const laying = drawings.get(machine) ?? layOut(graphOf(machine));
    drawings.set(machine, laying);
    laying.then(
      (laidOut) => {
        if (isWanted) setDrawing(laidOut);
      },
      (reason: unknown) => {
        if (isWanted) setError(String(reason));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [machine]);
  return { drawing, error };
}

/** Scrolls the active state into view. */
function useScrollToActive(
  frame: React.RefObject<HTMLDivElement | null>,
  drawing: Drawing | null,
  active: ReadonlySet<string>,
): void {
  useEffect(() => {
    const canvas = frame.current;
    const marked = canvas?.querySelectorAll('[data-active="true"]');
    const state = marked?.item(marked.length - 1);
    if (drawing === null || active.size === 0 || canvas === null || !state) return;
    const box = state.getBoundingClientRect();
    const canvasBox = canvas.getBoundingClientRect();
    if (box.top >= canvasBox.top && box.bottom <= canvasBox.bottom) return;
    canvas.scrollBy({ top: box.top - canvasBox.top - canvasBox.height / 2 });
  }, [frame, drawing, active]);
}
