// @vitest-environment jsdom
/** Whether somebody sees Vigía in any tab: then no notification of the browser is needed. */
import { beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { setupWebLocks, setWebLocks } from '#tests/support/web-locks.ts';
import { isAnyTabVisible, shareTabVisibility } from './tab-visibility.ts';

setupWebLocks();
let hidden: boolean;
beforeEach(() => {
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});
function setHidden(value: boolean): void {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
}
const isSeen = (expected: boolean) =>
  waitFor(async () => expect(await isAnyTabVisible()).toBe(expected));

it('a tab says so to the others while it is visible, until it is closed', async () => {
  hidden = true;
  const stop = shareTabVisibility();
  await isSeen(false);
  setHidden(false);
  setHidden(false);
  await isSeen(true);
  setHidden(true);
  await isSeen(false);
  setHidden(false);
  await isSeen(true);
  stop();
  await isSeen(false);
  setHidden(false);
  await isSeen(false);
});

it('locks of others say nothing of it', async () => {
  void navigator.locks.request('other', () => new Promise(() => {}));
  await new Promise(setImmediate);
  expect(await isAnyTabVisible()).toBe(false);
});

it('a page that is closing is not disturbed by a lock it cannot have', async () => {
  setWebLocks({ request: () => Promise.reject(new DOMException('closing', 'InvalidStateError')) });
  // An unhandled rejection would fail the test.
  shareTabVisibility()();
  await new Promise(setImmediate);
});

it('without locks each tab speaks for itself', async () => {
  Reflect.deleteProperty(navigator, 'locks');
  const stop = shareTabVisibility();
  expect(await isAnyTabVisible()).toBe(true);
  hidden = true;
  expect(await isAnyTabVisible()).toBe(false);
  stop();
});
