/** Space of a screen that is loading: a headline and rows, with a scoreboard where its screen has one. */

import styles from './async-states.module.css';
import { Skeleton } from './async-states.tsx';

export function ScreenSkeleton(props: {
  /** Accessible name. */
  readonly label: string;
  /** Its place: first, with a chart below it, or after the headline. */
  readonly board?: 'first' | 'second' | undefined;
}) {
  const { label, board } = props;
  const classes = [styles.screen, board && styles[`screen--board-${board}`]];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <Skeleton rows={6} label={label} />
    </div>
  );
}
