// @vitest-environment jsdom
/** A list is in use under a pointer or by keyboard; not because a finger has tapped it. */
import { afterEach, expect, it, vi } from 'vitest';
import { isListInUse } from './is-list-in-use.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it.each([
  ['a pointer over it', { hasPointer: true, isHovered: true, isFocusVisible: false }, true],
  ['a pointer elsewhere', { hasPointer: true, isHovered: false, isFocusVisible: false }, false],
  ['the hover a tap leaves', { hasPointer: false, isHovered: true, isFocusVisible: false }, false],
  ['the keyboard', { hasPointer: false, isHovered: false, isFocusVisible: true }, true],
])('%s', (_title, { hasPointer, isHovered, isFocusVisible }, isUsed) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(hover: hover)' && hasPointer,
  }));
  const list = document.body.appendChild(document.createElement('div'));
  const row = list.appendChild(document.createElement('button'));
  // jsdom has no pointer, and cannot tell how the focus came.
  vi.spyOn(list, 'matches').mockImplementation((selector) => selector === ':hover' && isHovered);
  vi.spyOn(list, 'querySelector').mockImplementation((selector) =>
    selector === ':focus-visible' && isFocusVisible ? row : null,
  );
  expect(isListInUse(list)).toBe(isUsed);
});
