// @vitest-environment node
import { expect, it } from 'vitest';
import { formatStateValue } from './trace-position.ts';

it('a nested state is shown as one path', () => {
  expect(formatStateValue({ signedIn: { refreshing: 'requesting' } })).toBe(
    'signedIn.refreshing.requesting',
  );
});
