/**
 * Scroll restoration: a new page starts at its top; back and forward return to the place that was left, also when its
 * list has to be loaded again first, which the browser's own restoration does not wait for.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** A page that has not become tall enough by then stays where it is. */
const restoreTimeoutMs = 15_000;
/** History entries remembered; the oldest is dropped. */
const maxEntries = 100;
/** With these the reader chooses another place. */
const takeoverEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

export function useScrollRestoration(): void {
  const { key, pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  const places = useRef(new Map<string, number>());
  const shownPath = useRef(pathname);
  useManualRestoration();
  useLayoutEffect(() => {
    const isNewPage = shownPath.current !== pathname;
    shownPath.current = pathname;
    const place = navigationType === 'POP' ? places.current.get(key) : undefined;
    if (navigationType !== 'POP' && isNewPage && hash === '') window.scrollTo(0, 0);
    const end = place === undefined ? null : restoreWhenTallEnough(place);
    const record = () => {
      // Until it is restored, the position is the page's and not the reader's.
      if (end === null || end.signal.aborted) remember(places.current, key, window.scrollY);
    };
    record();
    window.addEventListener('scroll', record, { passive: true });
    return () => {
      end?.abort();
      window.removeEventListener('scroll', record);
    };
  }, [key, pathname, hash, navigationType]);
}

function remember(places: Map<string, number>, key: string, place: number): void {
  // Deleted first: a Map iterates in the order of insertion.
  places.delete(key);
  places.set(key, place);
  const [oldest] = places.keys();
  if (places.size > maxEntries && oldest !== undefined) places.delete(oldest);
}

/** Scrolls to the place at once and again as the page grows. @returns aborted when it is reached or given up */
function restoreWhenTallEnough(place: number): AbortController {
  const end = new AbortController();
  const { signal } = end;
  const attempt = () => {
    window.scrollTo(0, place);
    if (Math.abs(window.scrollY - place) < 1) end.abort();
  };
  const growth = new ResizeObserver(attempt);
  const timeout = setTimeout(() => end.abort(), restoreTimeoutMs);
  signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(timeout);
  });
  for (const name of takeoverEvents) {
    window.addEventListener(name, () => end.abort(), { passive: true, signal });
  }
  growth.observe(document.body);
  attempt();
  return end;
}

/** The browser restores after a reload or from another site, not between pages of the app. */
function useManualRestoration(): void {
  useEffect(() => {
    const setManual = () => {
      window.history.scrollRestoration = 'manual';
    };
    const setAuto = () => {
      window.history.scrollRestoration = 'auto';
    };
    setManual();
    window.addEventListener('pageshow', setManual);
    window.addEventListener('pagehide', setAuto);
    return () => {
      setAuto();
      window.removeEventListener('pageshow', setManual);
      window.removeEventListener('pagehide', setAuto);
    };
  }, []);
}
