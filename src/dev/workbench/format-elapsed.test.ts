// @vitest-environment node
import { expect, it } from 'vitest';
import { formatElapsed } from './format-elapsed.ts';

it.each([
  [0, '0:00.0'],
  [59_990, '1:00.0'],
  [3_000_000, '50:00.0'],
  [3_723_400, '1:02:03.4'],
])('%i ms are shown as %s', (ms, text) => {
  expect(formatElapsed(ms)).toBe(text);
});
