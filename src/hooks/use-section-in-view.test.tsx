/** Which section of a page is read: the first in view, and the last at the very end. */
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSectionInView } from './use-section-in-view.ts';

const sections = ['uno', 'dos', 'tres'].map((id) => ({ id }));
type Observed = Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>;
let report: (entries: readonly Observed[]) => void;
let observed: string[] = [];

beforeEach(() => {
  observed = [];
  document.body.innerHTML = '<section id="uno"></section><section id="tres"></section>';
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: readonly Observed[]) => void) {
        report = callback;
      }
      observe({ id }: Element) {
        observed.push(id);
      }
      disconnect() {
        observed = [];
      }
    },
  );
  vi.stubGlobal('innerHeight', 700);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(2_000);
  return () => {
    vi.unstubAllGlobals();
    document.body.innerHTML = '';
  };
});
/** Reports what came into view or left it. */
function see(seen: Readonly<Record<string, boolean>>): void {
  const entries = Object.entries(seen).map(([id, isIntersecting]) => ({
    target: Object.assign(document.createElement('section'), { id }),
    isIntersecting,
  }));
  act(() => report(entries));
}
function scrollTo(top: number): void {
  vi.stubGlobal('scrollY', top);
  act(() => void dispatchEvent(new Event('scroll')));
}

it('is the first of those in view, whichever came last, and stays while there is none', () => {
  const { result } = renderHook(() => useSectionInView(sections));
  expect(result.current).toBe('uno');
  expect(observed).toEqual(['uno', 'tres']);
  for (const [section, seen] of [
    ['dos', { tres: true, dos: true }],
    ['uno', { uno: true, dos: false }],
    ['tres', { uno: false }],
    ['tres', { tres: false }],
  ] as const) {
    see(seen);
    expect(result.current).toBe(section);
  }
});

it('is the last at the end of a page that scrolls', () => {
  const { result, unmount } = renderHook(() => useSectionInView(sections));
  scrollTo(1_297);
  expect(result.current).toBe('uno');
  scrollTo(1_298);
  expect(result.current).toBe('tres');
  see({ uno: true });
  unmount();
  expect(observed).toEqual([]);
});
