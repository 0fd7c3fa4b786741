/** The page's main element. Takes the focus after a navigation within the app, which would otherwise be lost to the body. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Of the page shown last; null before the first, where the browser's own focus stays. */
let shownPath: string | null = null;

export function PageMain(props: {
  readonly id?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const isNavigation = shownPath !== null && shownPath !== pathname;
    shownPath = pathname;
    // A screen may have focused something of its own.
    const hasFocus = main.current?.contains(document.activeElement) ?? false;
    if (isNavigation && !hasFocus) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return <main {...props} ref={main} tabIndex={-1} />;
}
