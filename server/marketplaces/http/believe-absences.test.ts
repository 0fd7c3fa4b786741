/** When a crawl is believed that listings are sold out. */
import { expect, test } from 'vitest';
import { believeAbsences } from './believe-absences.ts';

const codes = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `c${String(from + index).padStart(3, '0')}`);

/** What is told of each crawl of a market of `size` that lacks those codes: gone, and left in doubt. */
function believe(size: number, crawls: readonly (readonly string[])[]) {
  const listed = new Set(codes(size));
  let doubtedBefore: ReadonlySet<string> = new Set();
  return crawls.map((missing) => {
    const absent = missing.filter((code) => listed.has(code));
    const seen = new Set(codes(size).filter((code) => !missing.includes(code)));
    const { gone, doubted } = believeAbsences({ seen, absent, listed, doubtedBefore });
    for (const code of gone) listed.delete(code);
    for (const code of seen) listed.add(code);
    doubtedBefore = doubted;
    return [gone.length, doubted.size];
  });
}

test.each<[string, number, string[][], string]>([
  ['one in ten sell out', 40, [codes(4)], '4 0'],
  ['more than one in ten are missing', 40, [codes(5)], '0 5'],
  ['three of a market of six', 6, [codes(3)], '0 3'],
  ['half is missing, and back', 40, [codes(20), []], '0 20, 0 0'],
  ['half is missing, then the other half', 40, [codes(20), codes(20, 20)], '0 20, 0 20'],
  ['half sells out', 40, [codes(20), codes(20)], '0 20, 20 0'],
  ['a quarter with each', 40, [codes(10), codes(20), codes(30)], '0 10, 10 10, 10 10'],
])('%s', (_name, size, crawls, expected) => {
  expect(
    believe(size, crawls)
      .map((counts) => counts.join(' '))
      .join(', '),
  ).toBe(expected);
});

test('a crawl in parts that proves nothing of what is doubted leaves it in doubt', () => {
  const listed = new Set(codes(40));
  const doubtedBefore = new Set(codes(20));
  const seen = new Set(codes(18, 22));
  expect(believeAbsences({ seen, absent: codes(8), listed, doubtedBefore })).toEqual({
    gone: codes(8),
    doubted: new Set(codes(12, 8)),
  });
});
