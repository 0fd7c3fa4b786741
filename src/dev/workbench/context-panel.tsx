/** Panel with the machine's state and context, secrets as aliases. */
import { formatDuration } from '../diagram/graph.ts';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import { formatStateValue, type TracePosition } from './trace-position.ts';
import styles from './workbench.module.css';

export function ContextPanel({ tracePosition }: { tracePosition: TracePosition | null }) {
  if (tracePosition === null) return null;
  const { value, context, effects, invoked, timers } = tracePosition.outcome;
  const startedTimers = Object.entries(timers).map(
    ([event, ms]) =>
      `${event.replace(/^xstate\.after\.([^.]+)\..*$/, '$1')}: ${formatDuration(ms)}`,
  );
  const rows: (readonly [string, readonly string[]])[] = [
    [copy.invoked, invoked],
    [copy.effects, effects.map(({ type }) => type)],
    [copy.timers, startedTimers],
  ];
  return (
    <section className={styles.wb__panel} aria-labelledby="wb-now">
      <h2 id="wb-now" className="label">
        {copy.now}
      </h2>
      <p className={styles.wb__value} data-testid="value">
        {formatStateValue(value)}
      </p>
      <dl className={styles.wb__facts}>
        {rows
          .filter(([, entries]) => entries.length > 0)
          .map(([name, entries]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{entries.join(', ')}</dd>
            </div>
          ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.wb__json} data-testid="context" tabIndex={0}>
        {JSON.stringify(context, null, 2)}
      </pre>
    </section>
  );
}
