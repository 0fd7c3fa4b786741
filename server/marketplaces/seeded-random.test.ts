import { expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';

/** Mulberry32 and FNV-1a as published, in integers without a size. */
function* reference(seed: string): Generator<number, never> {
  const word = 2n ** 32n;
  const times = (a: bigint, b: bigint) => (a * b) % word;
  let state = 2_166_136_261n;
  for (const char of seed) state = times(state ^ BigInt(char.charCodeAt(0)), 16_777_619n);
  for (;;) {
    state = (state + 0x6d2b79f5n) % word;
    let mixed = times(state ^ (state >> 15n), state | 1n);
    mixed = (mixed ^ ((mixed + times(mixed ^ (mixed >> 7n), mixed | 61n)) % word)) % word;
    yield Number(mixed ^ (mixed >> 14n)) / 2 ** 32;
  }
}

test.each(['1:past', '1:live:0', 'demo'])(
  'the seed %s gives the same numbers everywhere',
  (seed) => {
    const random = seededRandom(seed);
    const expected = reference(seed);
    for (let nth = 0; nth < 1_000; nth += 1) expect(random.next()).toBe(expected.next().value);
  },
);
