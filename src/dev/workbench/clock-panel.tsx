/** Panel with the clock of the app's machines: shown, advanced, paused. */
import { useEffect, useState } from 'react';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import { formatElapsed } from './format-elapsed.ts';
import styles from './workbench.module.css';
import type { TrackedClock, WorkbenchConnection } from './workbench-state.ts';

const advances = [
  ['+1 s', 1_000],
  ['+10 s', 10_000],
  ['+1 min', 60_000],
  ['+50 min', 50 * 60_000],
] as const;

/** @param tab whose clock; null = the first tab's */
export function ClockPanel({
  connection,
  tab,
}: {
  connection: WorkbenchConnection;
  tab: string | null;
}) {
  const [first] = connection.state.clocks.keys();
  const name = tab ?? first ?? null;
  const clock = name === null ? undefined : connection.state.clocks.get(name);
  const elapsedMs = useElapsedMs(clock);
  if (name === null || clock === undefined) return null;
  const nextInMs = clock.nextInMs === null ? null : Math.max(0, clock.nextInMs - elapsedMs);
  const advance = (ms: number) => connection.send({ kind: 'advance', tab: name, ms });
  return (
    <section className={styles.wb__panel} aria-labelledby="wb-clock">
      <h2 id="wb-clock" className="label">
        {copy.clock}
      </h2>
      <p className={styles.wb__clock}>
        <span className="fig">{formatElapsed(clock.nowMs + elapsedMs)}</span>
        {clock.aheadMs > 500 && (
          <span className="meta" data-testid="ahead">
            {copy.ahead(formatElapsed(clock.aheadMs))}
          </span>
        )}
        {clock.isPaused && <span className="meta">{copy.paused}</span>}
      </p>
      <p className="meta">
        {nextInMs === null ? copy.noTimer : copy.nextTimer(formatElapsed(nextInMs))}
      </p>
      <div className={styles.wb__row}>
        {advances.map(([label, ms]) => (
          <button
            key={label}
            type="button"
            className="btn btn--outline btn--sm"
            onClick={() => advance(ms)}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          className="btn btn--outline btn--sm"
          disabled={nextInMs === null}
          onClick={() => advance(nextInMs ?? 0)}
        >
          {copy.toNextTimer}
        </button>
        <button
          type="button"
          className="btn btn--quiet btn--sm"
          aria-pressed={clock.isPaused}
          onClick={() => connection.send({ kind: 'pause', tab: name, isPaused: !clock.isPaused })}
        >
          {clock.isPaused ? copy.resume : copy.pause}
        </button>
      </div>
    </section>
  );
}

/** Milliseconds since the clock's last message; 0 while it is paused. */
function useElapsedMs(clock: TrackedClock | undefined): number {
  const [now, setNow] = useState(() => performance.now());
  const isRunning = clock !== undefined && !clock.isPaused;
  useEffect(() => {
    if (!isRunning) return;
    const interval = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(interval);
  }, [isRunning]);
  return isRunning ? Math.max(0, now - clock.receivedAtMs) : 0;
}
