import { expect, it } from 'vitest';
import { defaultCollectible } from './default-collectible.ts';

const item = (id: string, floorCents: number | null) => ({ id, floorCents });

it('a match opens with the chart of the first collectible on sale', () => {
  const items = [item('sold out', null), item('dear', 200), item('cheap', 100)];
  expect(defaultCollectible(items)?.id).toBe('dear');
});

it('a match with nothing on sale opens with the chart of its first collectible', () => {
  expect(defaultCollectible([item('a', null), item('b', null)])?.id).toBe('a');
  expect(defaultCollectible([])).toBeUndefined();
});
