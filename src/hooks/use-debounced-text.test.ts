// @vitest-environment jsdom
/** A text that is typed: shown at once, passed on after a pause, and given way to what changes elsewhere. */
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useDebouncedText } from './use-debounced-text.ts';

/** @param steps `type:a`, `value:a` from outside, or `wait:1000` milliseconds */
function perform(steps: string) {
  vi.useFakeTimers();
  const onSettled = vi.fn<(text: string) => void>();
  const { result, rerender } = renderHook((value: string) => useDebouncedText(value, onSettled), {
    initialProps: '',
  });
  for (const step of steps.split(' ')) {
    const [what, text = ''] = step.split(':');
    if (what === 'type') act(() => result.current[1](text));
    else if (what === 'value') rerender(text);
    else act(() => void vi.advanceTimersByTime(Number(text)));
  }
  return { shown: result.current[0], settled: onSettled.mock.calls.flat() };
}

it.each([
  ['waits for a pause', 'type:a wait:149 type:ab wait:149', 'ab', []],
  ['of 150 ms from the last key', 'type:a wait:149 type:ab wait:150', 'ab', ['ab']],
  ['passes a text on once', 'type:a wait:150 value:a wait:1000', 'a', ['a']],
  ['stays cleared from outside', 'type:x wait:150 value:x value: wait:1000', '', ['x']],
  ['keeps what is typed meanwhile', 'type:a wait:150 type:ab value:a', 'ab', ['a']],
  ['and passes that on', 'type:a wait:150 type:ab value:a wait:150', 'ab', ['a', 'ab']],
  [
    'also where the next is passed on first',
    'type:a wait:150 type:ab wait:150 value:a',
    'ab',
    ['a', 'ab'],
  ],
  ['gives way to a value from outside', 'type:a value:other wait:1000', 'other', []],
])('%s', (_what, steps, shown, settled) => {
  expect(perform(steps)).toEqual({ shown, settled });
});
