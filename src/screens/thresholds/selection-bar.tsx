/** What can be done with the selected thresholds, at the bottom of the page while there are any. */
import { ActionIcon } from '#src/components/action-icon.tsx';
import { Button } from '#src/components/button.tsx';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import type { SnoozeChoice } from '#src/features/thresholds/snooze-until.ts';
import type { ThresholdItem } from '#store/api/api-types.ts';
import styles from './selection-bar.module.css';
import { SnoozeMenu } from './snooze-menu.tsx';

export function SelectionBar(props: {
  readonly items: readonly ThresholdItem[];
  readonly disabled: boolean;
  readonly onPause: (isPaused: boolean) => void;
  readonly onSnooze: (choice: SnoozeChoice | null) => void;
  readonly onChange: () => void;
  readonly onRemove: () => void;
  readonly onUnselect: () => void;
}) {
  const { items, disabled } = props;
  const running = items.filter(({ threshold }) => threshold.pause === null);
  const paused = items.some(({ threshold }) => threshold.pause === 'user');
  return (
    <section className="selbar" aria-label={copy.selection}>
      <p role="status">
        <b>{copy.selected(items.length)}</b>
      </p>
      <Button variant="quiet" small onClick={props.onUnselect}>
        {copy.unselect}
      </Button>
      <div className={styles.selbar__a}>
        <Button
          variant="outline"
          small
          disabled={disabled || running.length === 0}
          onClick={() => props.onPause(true)}
        >
          {copy.pause}
        </Button>
        {paused && (
          <Button variant="outline" small disabled={disabled} onClick={() => props.onPause(false)}>
            {copy.resume}
          </Button>
        )}
        <SnoozeMenu
          label={copy.snooze}
          className="btn btn--outline btn--sm"
          disabled={disabled || running.length === 0}
          isSnoozed={items.some(({ state }) => state.status === 'snoozed')}
          opensUp
          onSnooze={props.onSnooze}
        >
          <ActionIcon name="silence" />
          {copy.snooze}
        </SnoozeMenu>
        <Button variant="outline" small onClick={props.onChange}>
          {copy.change}
        </Button>
        <Button variant="danger" small disabled={disabled} onClick={props.onRemove}>
          {copy.remove}
        </Button>
      </div>
    </section>
  );
}
