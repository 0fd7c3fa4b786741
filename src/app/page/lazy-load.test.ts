// @vitest-environment jsdom
/** When code is loaded: once, again after a failure, after the first paint, and when the page is idle. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFirstPaint, lazyOnce } from './lazy-load.ts';

type Listener = (entries: { getEntriesByName(name: string): readonly string[] }) => void;

let onPaint: Listener;
const [observe, disconnect] = [vi.fn(), vi.fn()];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      disconnect = disconnect;
      constructor(listener: Listener) {
        onPaint = listener;
      }
      observe = observe;
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const paint = (painted: string) =>
  onPaint({ getEntriesByName: (name) => (name === painted ? [painted] : []) });

it('loads once for all who ask, and again after it failed, as if without a network', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new Error('chunk'));
  const loadOnce = lazyOnce(load);
  await expect(loadOnce()).rejects.toMatchObject({ code: 'auth/network-request-failed' });
  expect(await Promise.all([loadOnce(), loadOnce()])).toEqual(['code', 'code']);
  expect(load).toHaveBeenCalledTimes(2);
});

it('runs after something was painted: nobody would be signed in otherwise', () => {
  const task = vi.fn();
  afterFirstPaint(task);
  paint('first-paint');
  expect(task).not.toHaveBeenCalled();
  paint('first-contentful-paint');
  expect(task).toHaveBeenCalledOnce();
  expect(disconnect).toHaveBeenCalledOnce();
  // Also what was painted before.
  expect(observe).toHaveBeenCalledExactlyOnceWith({ type: 'paint', buffered: true });
});
