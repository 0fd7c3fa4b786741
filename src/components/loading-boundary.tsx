/** Shows its children once all given queries have loaded or failed; until then a skeleton. Avoids layout shift. */
import { type ComponentProps, type ReactNode, useState } from 'react';
import styles from './async-states.module.css';
import { ScreenSkeleton } from './screen-skeleton.tsx';

export function LoadingBoundary({
  queries,
  children,
  ...skeleton
}: ComponentProps<typeof ScreenSkeleton> & {
  /** A failed query counts as loaded: the component that uses it shows the error. */
  readonly queries: readonly { readonly isLoading: boolean }[];
  readonly children: ReactNode;
}) {
  const [isLoaded, setLoaded] = useState(false);
  const isPending = queries.some(({ isLoading }) => isLoading);
  // Never reset: a refetch must not hide what is shown.
  if (!isLoaded && !isPending) setLoaded(true);
  // Mounted but hidden while loading: children mounted later would refetch the queries that failed.
  return (
    <>
      {!isLoaded && <ScreenSkeleton {...skeleton} />}
      <div
        className={isLoaded ? styles.content : `${styles.content} ${styles['content--hidden']}`}
        inert={!isLoaded}
        aria-hidden={isLoaded ? undefined : true}
      >
        {children}
      </div>
    </>
  );
}
