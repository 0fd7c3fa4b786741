/** Result of a replay: the same, or the first step that differs, with expected and actual values. */
import type { TraceJson } from '#contract/trace.ts';
import { workbenchCopy as copy } from '../workbench-copy.ts';
import type { LoadedTrace } from './replay.ts';
import styles from './workbench.module.css';

export function ReplayResult({
  loaded: { hasOtherShape, divergence },
  onPosition,
}: {
  loaded: LoadedTrace;
  onPosition: (index: number) => void;
}) {
  return (
    <div className={styles.wb__verdict} role="status">
      {hasOtherShape && <p className="meta">{copy.otherShape}</p>}
      {divergence === null ? (
        <p className={styles.wb__yes}>✓ {copy.same}</p>
      ) : (
        <>
          <button
            type="button"
            className={`linkbtn ${styles.wb__no}`}
            onClick={() => onPosition(divergence.step)}
          >
            ✗ {copy.differs(divergence.step)}
          </button>
          <table>
            <thead>
              <tr>
                <th scope="col">{copy.field}</th>
                <th scope="col">{copy.expected}</th>
                <th scope="col">{copy.actual}</th>
              </tr>
            </thead>
            <tbody>
              {divergence.differences.map(({ path, expected, actual }) => (
                <tr key={path}>
                  <th scope="row">{path}</th>
                  <td>{formatValue(expected)}</td>
                  <td>{formatValue(actual)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}

const formatValue = (value: TraceJson | undefined): string =>
  value === undefined ? '—' : JSON.stringify(value);
