/** Which functions count as reached by journeys alone. */
import { expect, it } from 'vitest';
import { compareCoverage, type FileCoverage } from './compare-coverage.ts';

interface Reached {
  readonly line: number;
  readonly name: string;
  readonly times: number;
}

/** Functions of two lines each, whose only statement is in the second. */
const coverageOf = (functions: readonly Reached[]): FileCoverage => ({
  fnMap: Object.fromEntries(
    functions.map(({ line, name }, id) => [
      id,
      { name, loc: { start: { line }, end: { line: line + 1 } } },
    ]),
  ),
  f: Object.fromEntries(functions.map(({ times }, id) => [id, times])),
  statementMap: Object.fromEntries(
    functions.map(({ line }, id) => [id, { start: { line: line + 1 }, end: { line: line + 1 } }]),
  ),
  s: Object.fromEntries(functions.map(({ times }, id) => [id, times])),
});

it('names what only journeys reach, by room', () => {
  const byJourneys = new Map([
    [
      'src/screens/plan/plan-screen.tsx',
      coverageOf([
        { line: 3, name: 'buy', times: 1 },
        { line: 9, name: 'cancel', times: 2 },
        { line: 12, name: 'resume', times: 0 },
      ]),
    ],
    ['src/app/main.tsx', coverageOf([{ line: 1, name: 'start', times: 1 }])],
    ['node_modules/react.js', coverageOf([{ line: 1, name: 'render', times: 1 }])],
  ]);
  const byUnitTests = new Map([
    [
      'src/screens/plan/plan-screen.tsx',
      coverageOf([
        { line: 3, name: 'buy', times: 0 },
        { line: 9, name: '(anonymous)', times: 5 },
        { line: 12, name: 'resume', times: 1 },
      ]),
    ],
  ]);
  expect(compareCoverage({ byJourneys, byUnitTests, rooms: ['src'] })).toEqual([
    {
      room: 'src/app',
      functions: 1,
      both: 0,
      onlyUnitTests: 0,
      onlyJourneys: ['src/app/main.tsx:1 start'],
    },
    {
      room: 'src/screens/plan',
      functions: 3,
      both: 1,
      onlyUnitTests: 1,
      onlyJourneys: ['src/screens/plan/plan-screen.tsx:3 buy'],
    },
  ]);
});

it('goes by lines where the two tools see other functions', () => {
  const file = 'store/store.ts';
  const found = compareCoverage({
    byJourneys: new Map([[file, coverageOf([{ line: 4, name: 'dispatch', times: 1 }])]]),
    byUnitTests: new Map([[file, coverageOf([{ line: 3, name: 'outer', times: 1 }])]]),
    rooms: ['store'],
  });
  // The statement of `outer` is in the first line of `dispatch`.
  expect(found[0]).toMatchObject({ both: 1, onlyJourneys: [] });
});
