// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDebouncedText } from './use-debounced-text.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function renderField() {
  const onSettled = vi.fn<(text: string) => void>();
  const { result, rerender } = renderHook((value: string) => useDebouncedText(value, onSettled), {
    initialProps: '',
  });
  return {
    onSettled,
    text: () => result.current[0],
    type: (text: string) => act(() => result.current[1](text)),
    wait: () => act(() => vi.advanceTimersByTime(1_000)),
    setValue: (value: string) => rerender(value),
  };
}

describe('the debounced text', () => {
  it('stays cleared after its value was cleared from outside', () => {
    const { onSettled, text, type, wait, setValue } = renderField();
    type('xyzzy');
    wait();
    setValue('xyzzy');
    setValue('');
    wait();
    expect(text()).toBe('');
    expect(onSettled.mock.calls).toEqual([['xyzzy']]);
  });

  it('keeps what was typed while the previous text became the value', () => {
    const { onSettled, text, type, wait, setValue } = renderField();
    type('a');
    wait();
    type('ab');
    setValue('a');
    expect(text()).toBe('ab');
    wait();
    expect(onSettled.mock.calls).toEqual([['a'], ['ab']]);
  });

  it('gives way to a value changed from outside', () => {
    const { onSettled, text, type, wait, setValue } = renderField();
    type('a');
    setValue('other');
    wait();
    expect(text()).toBe('other');
    expect(onSettled).not.toHaveBeenCalled();
  });

  it('is passed on once, after a pause of 150 ms from the last key', () => {
    const { onSettled, text, type } = renderField();
    type('a');
    act(() => vi.advanceTimersByTime(149));
    type('ab');
    expect(text()).toBe('ab');
    act(() => vi.advanceTimersByTime(149));
    expect(onSettled).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(1));
    expect(onSettled.mock.calls).toEqual([['ab']]);
  });
});
