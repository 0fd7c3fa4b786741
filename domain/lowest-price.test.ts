import { expect, it } from 'vitest';
import { lowestPrice } from './lowest-price.ts';

it('there is no lowest of none', () => {
  expect([lowestPrice([]), lowestPrice([null, 3, 2])]).toEqual([null, 2]);
});
