/**
 * A screen that comes as a whole, when the last answer it stands on is known: nothing moves because something above it
 * came later, and nothing is said that the next answer takes back.
 */
import { type ReactNode, useState } from 'react';
import { Skeleton } from './async-states.tsx';

export function LoadingBoundary(props: {
  /** The answers waited for; one that fails is waited for no longer, and told by whoever needs it. */
  readonly queries: readonly { readonly isLoading: boolean }[];
  /** Of what is waited for. */
  readonly label: string;
  readonly children: ReactNode;
}) {
  const [isHere, setIsHere] = useState(false);
  const isComing = props.queries.some(({ isLoading }) => isLoading);
  // For good: what is asked for again must not take away what is shown.
  if (!isHere && !isComing) setIsHere(true);
  // There from the first, unseen: parts that came later would ask again for what was refused.
  return (
    <>
      {!isHere && <ScreenSkeleton label={props.label} />}
      <div
        className={isHere ? 'together' : 'together together--coming'}
        inert={!isHere}
        aria-hidden={isHere ? undefined : true}
      >
        {props.children}
      </div>
    </>
  );
}

/** The room of a headline, and rows below it. */
export function ScreenSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="sk-screen">
      <Skeleton rows={6} label={label} />
    </div>
  );
}
