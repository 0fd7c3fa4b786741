// @vitest-environment jsdom
/** When a page is looked at again: not while hidden, nor without a network. */
import { expect, it, vi } from 'vitest';
import { onPageResume } from './page-resume.ts';

const show = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

it('is told of a tab shown again, a page restored and a network that is back', () => {
  const resumed = vi.fn();
  const stop = onPageResume(resumed);
  show('visible');
  window.dispatchEvent(new Event('pageshow'));
  window.dispatchEvent(new Event('online'));
  expect(resumed).toHaveBeenCalledTimes(3);
  expect(resumed.mock.lastCall?.[0]).toBeCloseTo(Date.now(), -4);
  stop();
  show('visible');
  window.dispatchEvent(new Event('online'));
  expect(resumed).toHaveBeenCalledTimes(3);
});

it('a hidden tab is not told, and neither is one without a network', () => {
  const resumed = vi.fn();
  const stop = onPageResume(resumed);
  show('hidden');
  window.dispatchEvent(new Event('online'));
  expect(resumed).not.toHaveBeenCalled();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show('visible');
  expect(resumed).not.toHaveBeenCalled();
  stop();
});
