/** Which functions journeys reach, tests without a browser, or both. */

interface Range {
  readonly start: { readonly line: number };
  readonly end: { readonly line: number | null };
}

/** Istanbul's format, as both tools write it: places by number, and how often each was reached. */
export interface FileCoverage {
  readonly statementMap: Readonly<Record<string, Range>>;
  readonly s: Readonly<Record<string, number>>;
  readonly fnMap: Readonly<Record<string, { readonly name: string; readonly loc: Range }>>;
  readonly f: Readonly<Record<string, number>>;
}

export interface RoomCoverage {
  /** `src` by its folders, the others whole. */
  readonly room: string;
  readonly functions: number;
  readonly both: number;
  readonly onlyUnitTests: number;
  /** `FILE:LINE NAME`. */
  readonly onlyJourneys: readonly string[];
}

export function compareCoverage({
  byJourneys,
  byUnitTests,
  rooms,
}: {
  readonly byJourneys: ReadonlyMap<string, FileCoverage>;
  readonly byUnitTests: ReadonlyMap<string, FileCoverage>;
  readonly rooms: readonly string[];
}): RoomCoverage[] {
  const found = [...byJourneys]
    .filter(([file]) => rooms.some((room) => file.startsWith(`${room}/`)))
    .flatMap(([file, coverage]) => functionsOf(file, coverage, byUnitTests.get(file)));
  return [...Map.groupBy(found, ({ room }) => room)]
    .map(([room, functions]) => {
      const count = (reachedBy: ReachedBy) =>
        functions.filter((one) => one.reachedBy === reachedBy).length;
      return {
        room,
        functions: functions.length,
        both: count('both'),
        onlyUnitTests: count('unit tests'),
        onlyJourneys: functions
          .filter(({ reachedBy }) => reachedBy === 'journeys')
          .map(({ place }) => place),
      };
    })
    .toSorted((a, b) => a.room.localeCompare(b.room));
}

type ReachedBy = 'both' | 'journeys' | 'unit tests' | 'none';

function functionsOf(file: string, journeys: FileCoverage, unitTests: FileCoverage | undefined) {
  const isByUnitTests = unitTests === undefined ? () => false : matcherOf(journeys, unitTests);
  return Object.entries(journeys.fnMap).map(([id, { name, loc }]) => ({
    room: /^src\/(?:screens|features)\/[^/]+|^src\/[^/]+(?=\/)|^[^/]+/.exec(file)?.[0] ?? file,
    place: `${file}:${loc.start.line} ${name}`,
    reachedBy: reachedBy((journeys.f[id] ?? 0) > 0, isByUnitTests(id)),
  }));
}

/** The same function of the other tool: of as many that begin on the same line, the one in the same place; else by its lines. */
function matcherOf(journeys: FileCoverage, unitTests: FileCoverage): (id: string) => boolean {
  const own = functionsByLine(journeys);
  const others = functionsByLine(unitTests);
  const lines = reachedLines(unitTests);
  return (id) => {
    const loc = journeys.fnMap[id]?.loc;
    if (loc === undefined) return false;
    const siblings = own.get(loc.start.line) ?? [];
    const same = others.get(loc.start.line) ?? [];
    const other = same[siblings.indexOf(id)];
    if (same.length === siblings.length && other !== undefined)
      return (unitTests.f[other] ?? 0) > 0;
    return isReached(loc, lines);
  };
}

const functionsByLine = ({ fnMap }: FileCoverage): Map<number, string[]> =>
  Map.groupBy(Object.keys(fnMap), (id) => fnMap[id]?.loc.start.line ?? 0);

function reachedBy(isByJourneys: boolean, isByUnitTests: boolean): ReachedBy {
  if (isByJourneys) return isByUnitTests ? 'both' : 'journeys';
  return isByUnitTests ? 'unit tests' : 'none';
}

function reachedLines({ statementMap, s }: FileCoverage): Set<number> {
  const reached = Object.entries(statementMap).filter(([id]) => (s[id] ?? 0) > 0);
  return new Set(reached.map(([, { start }]) => start.line));
}

function isReached({ start, end }: Range, lines: ReadonlySet<number>): boolean {
  for (let line = start.line; line <= (end.line ?? start.line); line += 1)
    if (lines.has(line)) return true;
  return false;
}
