// @vitest-environment jsdom
/** Stored preference: read, write, remove, and the move from its former key. */
import { expect, it } from 'vitest';
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

it('prefers the new key when both exist, and removes the former', () => {
  localStorage.setItem('old', 'on');
  localStorage.setItem('new', 'off');
  expect(readPreference(keys)).toBe('off');
  expect(stored()).toEqual({ new: 'off' });
});
