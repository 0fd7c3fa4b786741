/** Going back to a list returns the reader to the place that was left, but never against their hand. */
import { act, render } from '@testing-library/react';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useScrollRestoration } from './use-scroll-restoration.ts';

/** What the browser allows to scroll by. */
let room: number;
let scrollY: number;
let growthListeners: Set<() => void>;
let navigate: NavigateFunction;

beforeEach(() => {
  [room, scrollY, growthListeners] = [1_000, 0, new Set()];
  vi.stubGlobal('ResizeObserver', function stub(listener: () => void) {
    const observe = () => growthListeners.add(listener);
    return { observe, disconnect: () => growthListeners.delete(listener) };
  });
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrollY);
  vi.spyOn(window, 'scrollTo').mockImplementation(((_left: number, top: number) => {
    scrollY = Math.min(top, room);
  }) as typeof window.scrollTo);
});
afterEach(() => vi.unstubAllGlobals());

function Page() {
  navigate = useNavigate();
  useScrollRestoration();
  return null;
}

const show = () =>
  render(
    <MemoryRouter initialEntries={['/partidos']}>
      <Page />
    </MemoryRouter>,
  );

function readTo(place: number) {
  scrollY = place;
  window.dispatchEvent(new Event('scroll'));
}

const go = (to: string | number) => act(async () => navigate(to as string));

function grow(to: number) {
  room = to;
  for (const listener of growthListeners) listener();
}

/** Reads a list to 800, opens a match, and goes back before the list has loaded. */
async function goBack() {
  show();
  readTo(800);
  await go('/partidos/m1');
  const openedAt = scrollY;
  room = 100;
  await go(-1);
  return openedAt;
}

it('opens a page at its top, and returns to the place once the list is long enough again', async () => {
  expect(await goBack()).toBe(0);
  expect(scrollY).toBe(100);
  grow(500);
  grow(1_000);
  expect(scrollY).toBe(800);
  // Reached: what loads later moves nothing.
  readTo(300);
  grow(2_000);
  expect(scrollY).toBe(300);
});

it.each(['wheel', 'touchmove', 'pointerdown', 'keydown'])(
  'stays where the reader has gone meanwhile by %s',
  async (name) => {
    await goBack();
    window.dispatchEvent(new Event(name));
    readTo(50);
    grow(1_000);
    expect(scrollY).toBe(50);
    // The place that was chosen is the one to return to.
    await go('/partidos/m2');
    await go(-1);
    expect(scrollY).toBe(50);
  },
);

it('gives up a page that stays too short', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await goBack();
  vi.advanceTimersByTime(15_000);
  grow(1_000);
  expect(scrollY).toBe(100);
});

it('leaves the place alone when only the query changes', async () => {
  show();
  readTo(800);
  await go('/partidos?orden=precio');
  expect(scrollY).toBe(800);
});
