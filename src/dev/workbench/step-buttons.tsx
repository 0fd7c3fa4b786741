/** Buttons and arrow keys to step through a trace. */
import { workbenchCopy as copy } from '../workbench-copy.ts';
import { useKeys } from './use-keys.ts';
import styles from './workbench.module.css';

export function StepButtons({
  position,
  steps,
  isLive,
  onPosition,
}: {
  position: number;
  steps: number;
  isLive: boolean;
  onPosition: (index: number) => void;
}) {
  const isFirst = position < 0;
  const isLast = position === steps - 1;
  const moves = {
    home: () => onPosition(-1),
    arrowleft: () => onPosition(position - 1),
    arrowright: () => onPosition(position + 1),
    end: () => onPosition(steps - 1),
  };
  useKeys(moves);
  const buttons = [
    ['|◀', copy.first, moves.home, isFirst],
    ['◀', copy.back, moves.arrowleft, isFirst],
    ['▶', copy.forward, moves.arrowright, isLast],
    ['▶|', copy.last, moves.end, isLast],
  ] as const;
  return (
    <div className={`${styles.wb__row} ${styles.wb__steps}`}>
      {buttons.map(([symbol, label, move, isAtEnd]) => (
        <button
          key={symbol}
          type="button"
          className="btn btn--outline btn--sm"
          aria-label={label}
          title={label}
          aria-disabled={isAtEnd}
          onClick={move}
        >
          {symbol}
        </button>
      ))}
      <span className="meta" data-testid="position">
        {copy.position(position + 1, steps)}
        {isLive && ` · ${copy.live}`}
      </span>
    </div>
  );
}
