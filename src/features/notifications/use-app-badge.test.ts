// @vitest-environment jsdom
/** The number of unread alerts on the icon of the installed app. */
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useAppBadge } from './use-app-badge.ts';

afterEach(() => void Reflect.deleteProperty(navigator, 'setAppBadge'));
const define = (value: unknown) =>
  Object.defineProperty(navigator, 'setAppBadge', { configurable: true, value });
const badge = (unread: number | undefined) => renderHook(useAppBadge, { initialProps: unread });

it('is set once it is known, also to none, and again when it changes', () => {
  const set = vi.fn(async () => {});
  define(set);
  const { rerender } = badge(undefined);
  expect(set).not.toHaveBeenCalled();
  for (const unread of [3, 3, 0]) rerender(unread);
  expect(set.mock.calls).toEqual([[3], [0]]);
});
