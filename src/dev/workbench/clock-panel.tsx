/** The clock of the app's machines: read, moved ahead, held. */
import { useEffect, useState } from 'react';
import { workbenchCopy as words } from '../workbench-copy.ts';
import { formatElapsed } from './format-elapsed.ts';
import type { WorkbenchConnection } from './use-workbench.ts';
import type { SeenClock } from './workbench-state.ts';

const leaps = [
  ['+1 s', 1_000],
  ['+10 s', 10_000],
  ['+1 min', 60_000],
  ['+50 min', 50 * 60_000],
] as const;

/** @param tab whose clock; null = the first there is */
export function ClockPanel({ bench, tab }: { bench: WorkbenchConnection; tab: string | null }) {
  const [first] = bench.state.clocks.keys();
  const name = tab ?? first ?? null;
  const clock = name === null ? undefined : bench.state.clocks.get(name);
  const passed = usePassed(clock);
  if (name === null || clock === undefined) return null;
  const nextInMs = clock.nextInMs === null ? null : Math.max(0, clock.nextInMs - passed);
  const advance = (ms: number) => bench.ask({ kind: 'advance', tab: name, ms });
  return (
    <section className="wb__panel" aria-labelledby="wb-clock">
      <h2 id="wb-clock" className="label">
        {words.clock}
      </h2>
      <p className="wb__clock">
        <span className="fig">{formatElapsed(clock.now + passed)}</span>
        {clock.aheadMs > 500 && (
          <span className="meta" data-testid="ahead">
            {words.ahead(formatElapsed(clock.aheadMs))}
          </span>
        )}
        {clock.isHeld && <span className="meta">{words.held}</span>}
      </p>
      <p className="meta">
        {nextInMs === null ? words.noTimer : words.nextTimer(formatElapsed(nextInMs))}
      </p>
      <div className="wb__row">
        {leaps.map(([label, ms]) => (
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
          {words.toNextTimer}
        </button>
        <button
          type="button"
          className="btn btn--quiet btn--sm"
          aria-pressed={clock.isHeld}
          onClick={() => bench.ask({ kind: 'hold', tab: name, isHeld: !clock.isHeld })}
        >
          {clock.isHeld ? words.letGo : words.hold}
        </button>
      </div>
    </section>
  );
}

/** How long ago the clock told its time, if it goes. */
function usePassed(clock: SeenClock | undefined): number {
  const [now, setNow] = useState(() => performance.now());
  const goes = clock !== undefined && !clock.isHeld;
  useEffect(() => {
    if (!goes) return;
    const beat = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(beat);
  }, [goes]);
  return goes ? Math.max(0, now - clock.heardAtMs) : 0;
}
