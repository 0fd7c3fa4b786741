/** Shows its children once all given queries have loaded or failed; until then a skeleton. Avoids layout shift. */
import { type ReactNode, useState } from 'react';
import { Skeleton } from './async-states.tsx';
import styles from './loading-boundary.module.css';

export function LoadingBoundary(props: {
  /** A failed query counts as loaded: the component that uses it shows the error. */
  readonly queries: readonly { readonly isLoading: boolean }[];
  /** Accessible name of the skeleton. */
  readonly label: string;
  /** Whether a scoreboard follows the headline. */
  readonly hasBoard?: boolean;
  readonly children: ReactNode;
}) {
  const [isLoaded, setLoaded] = useState(false);
  const isPending = props.queries.some(({ isLoading }) => isLoading);
  // Never reset: a refetch must not hide what is shown.
  if (!isLoaded && !isPending) setLoaded(true);
  // Mounted but hidden while loading: children mounted later would refetch the queries that failed.
  return (
    <>
      {!isLoaded && (
        <ScreenSkeleton label={props.label} {...(props.hasBoard && { board: 'below' })} />
      )}
      <div
        className={isLoaded ? styles.together : `${styles.together} ${styles['together--coming']}`}
        inert={!isLoaded}
        aria-hidden={isLoaded ? undefined : true}
      >
        {props.children}
      </div>
    </>
  );
}

/** Space of a headline, and rows below it. @param board where a scoreboard stands: below the headline, or instead of it, with a chart below */
export function ScreenSkeleton(props: {
  readonly label: string;
  readonly board?: 'below' | 'instead';
}) {
  const { label, board } = props;
  return (
    <div
      className={
        board === undefined
          ? styles['sk-screen']
          : `${styles['sk-screen']} ${styles[`sk-screen--${board}`]}`
      }
    >
      <Skeleton rows={6} label={label} />
    </div>
  );
}
