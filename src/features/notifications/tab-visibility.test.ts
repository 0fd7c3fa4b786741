// @vitest-environment jsdom
/** Whether somebody sees Vigía in any tab: then no notification of the browser is needed. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isAnyTabVisible, shareTabVisibility } from './tab-visibility.ts';

let hidden = false;
/** Names and modes of the locks held. */
let held: { name: string; mode: string }[] = [];
let rejects = false;

beforeEach(() => {
  hidden = false;
  held = [];
  rejects = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  define({
    async request(name: string, { mode }: { mode: string }, untilReleased: () => Promise<void>) {
      if (rejects) throw new DOMException('closing', 'InvalidStateError');
      const lock = { name, mode };
      held.push(lock);
      await untilReleased();
      held = held.filter((other) => other !== lock);
    },
    query: async () => ({ held }),
  });
});
afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

const define = (locks: unknown) =>
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
function setHidden(value: boolean): void {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
}

it('a visible tab says so to the others, once, until it is hidden or closed', async () => {
  const stop = shareTabVisibility();
  expect(held).toEqual([{ name: 'vigia-tab-visible', mode: 'shared' }]);
  expect(await isAnyTabVisible()).toBe(true);
  setHidden(false);
  expect(held).toHaveLength(1);
  setHidden(true);
  await vi.waitFor(() => expect(held).toEqual([]));
  expect(await isAnyTabVisible()).toBe(false);
  setHidden(true);
  setHidden(false);
  expect(held).toHaveLength(1);
  stop();
  await vi.waitFor(() => expect(held).toEqual([]));
  setHidden(false);
  expect(held).toEqual([]);
});

it('a tab that begins hidden says nothing, and stops without a word', async () => {
  hidden = true;
  const stop = shareTabVisibility();
  expect(held).toEqual([]);
  expect(await isAnyTabVisible()).toBe(false);
  stop();
});

it('locks of others say nothing of it', async () => {
  held = [{ name: 'other', mode: 'shared' }];
  expect(await isAnyTabVisible()).toBe(false);
  define({ query: async () => ({}) });
  expect(await isAnyTabVisible()).toBe(false);
});

it('a page that is closing is not disturbed by a lock it cannot have', async () => {
  rejects = true;
  const onRejection = vi.fn();
  process.on('unhandledRejection', onRejection);
  shareTabVisibility()();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', onRejection);
  expect(onRejection).not.toHaveBeenCalled();
});

it('without locks each tab speaks for itself', async () => {
  Reflect.deleteProperty(navigator, 'locks');
  const stop = shareTabVisibility();
  expect(await isAnyTabVisible()).toBe(true);
  hidden = true;
  expect(await isAnyTabVisible()).toBe(false);
  stop();
});
