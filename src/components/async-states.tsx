/** Loading, empty and error states of a list. */
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import styles from './async-states.module.css';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const skeletonDelayMs = 300;

/** Placeholder rows of the real rows' height; shown after 300 ms, so that quick responses do not flicker. */
export function Skeleton({ rows, label }: { readonly rows: number; readonly label: string }) {
  const [isDelayOver, setDelayOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDelayOver(true), skeletonDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={label}>
      {isDelayOver &&
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical rows that never move
          <div key={row} className={styles.sk} aria-hidden="true" data-testid="skeleton">
            <i />
            <i />
            <i />
            <i />
          </div>
        ))}
    </div>
  );
}

/** @param action a way on: a page, or what the button does */
export function EmptyState(props: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: { readonly label: string } & (
    | { readonly to: string }
    | { readonly onClick: () => void }
  );
}) {
  const { action } = props;
  return (
    <div className={`${styles.empty} ${styles['empty--big']}`}>
      <div className={styles.empty__art} aria-hidden="true">
        <i />
      </div>
      <h3 className="title">{props.title}</h3>
      <p>{props.children}</p>
      {'to' in action ? (
        <Link className="btn btn--primary" to={action.to}>
          {action.label}
        </Link>
      ) : (
        <Button variant="outline" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

export function ErrorState(props: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="warning" />
      <p>{props.message}</p>
      <Button variant="outline" small onClick={props.onRetry}>
        Reintentar
      </Button>
    </div>
  );
}
