// @vitest-environment jsdom
/** Stored preference: read, write, remove, and the move from its former key. */
import { expect, it, vi } from 'vitest';
import { readPreference, writePreference } from './stored-preference.ts';

const keys = { key: 'new', formerKey: 'old' };
const stored = () => ({ ...localStorage });

it('reads what was written, and null when it was removed', () => {
  expect(readPreference(keys)).toBeNull();
  writePreference(keys, 'on');
  expect(readPreference(keys)).toBe('on');
  writePreference(keys, null);
  expect(readPreference(keys)).toBeNull();
});

it('moves a value under the former key to the new one, once', () => {
  localStorage.setItem('old', 'on');
  expect(readPreference(keys)).toBe('on');
  expect(stored()).toEqual({ new: 'on' });
  writePreference(keys, null);
  expect(readPreference(keys)).toBeNull();
});

it('is absent, and not saved, where the browser forbids storage', () => {
  const forbid = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(forbid);
  expect(readPreference(keys)).toBeNull();
  expect(() => {
    writePreference(keys, 'on');
    writePreference(keys, null);
  }).not.toThrow();
});
