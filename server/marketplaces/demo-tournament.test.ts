/** The invented tournament: who plays whom, where, when, and what is on sale at which price. */
import { expect, test } from 'vitest';
import { demoCurrency, demoTournament } from './demo-tournament.ts';
import { seededRandom } from './seeded-random.ts';

const start = new Date('2026-11-21T09:07:00Z');
const { entries, collectibles } = demoTournament(seededRandom('1:tournament'), start);
const matches = entries.map(({ match }) => match);
const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test('six group matches are followed by the knock-out, each with a name of its own', () => {
  const stages = Map.groupBy(matches, ({ stage }) => stage);
  expect([...stages].map(([stage, found]) => [stage, found.length])).toEqual([
    ['Fase de grupos', 36],
    ['Octavos', 8],
    ['Cuartos', 4],
    ['Semifinal', 2],
    ['Tercer puesto', 1],
    ['Final', 1],
  ]);
  expect(new Set(matches.map(({ name }) => name)).size).toBe(52);
  const names = (stage: string) => stages.get(stage)?.map(({ name }) => name);
  expect(names('Semifinal')).toEqual(['Semifinal · 1', 'Semifinal · 2']);
  expect(names('Final')).toEqual(['Final']);
  for (const { stage, home, away } of matches)
    expect([home === null, away === null]).toEqual(Array(2).fill(stage !== 'Fase de grupos'));
});

test('matches are numbered, and called after their teams, whose flags are those of their countries', () => {
  expect(matches.map(({ id, number }) => [id, number])).toEqual(
    matches.map((_, index) => [`m${index + 1}`, index + 1]),
  );
  for (const { home, away, name } of matches)
    if (home !== null && away !== null) expect(name).toBe(`${home.name} – ${away.name}`);
  const teams = matches.flatMap(({ home, away }) => [home, away]);
  const flagOf = (name: string) => teams.find((team) => team?.name === name);
  expect(flagOf('Francia')).toEqual({
    name: 'Francia',
    colors: ['#002395', '#FFFFFF', '#ED2939'],
    vertical: true,
  });
  expect(flagOf('Alemania')).toMatchObject({ vertical: false });
});

test('the first six kick off within two days, on a quarter of an hour, then two in thirty hours', () => {
  const hours = matches.map(({ kickoffAt }) => (Number(kickoffAt) - Number(start)) / 3_600_000);
  // 9:07 is eight minutes before the next quarter.
  const rounded = (value: number) => value + 8 / 60;
  expect(hours.slice(0, 9)).toEqual(
    [1.5, 4, 9, 20, 26, 32, 44, 59, 74].map((value) => expect.closeTo(rounded(value), 6)),
  );
  expect(hours.at(-1)).toBeCloseTo(rounded(44 + 45 * 15), 6);
  const onQuarter = demoTournament(seededRandom('1'), new Date('2026-11-21T09:00:00Z')).entries;
  expect(onQuarter[0]?.match.kickoffAt).toEqual(new Date('2026-11-21T10:30:00Z'));
});

test('every stadium is played in about as often, and never twice in a row', () => {
  const counts = [...Map.groupBy(matches, ({ venue }) => venue).values()].map(
    ({ length }) => length,
  );
  expect(counts).toHaveLength(6);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(8);
  expect(matches.slice(0, 6).map(({ city }) => city)).toEqual([
    'Sevilla',
    'Santos',
    'Casablanca',
    'Monterrey',
    'Lisboa',
    'Bilbao',
  ]);
  // Each round of six begins in the next stadium.
  expect([6, 12, 18].map((index) => matches[index]?.city)).toEqual([
    'Bilbao',
    'Lisboa',
    'Monterrey',
  ]);
});

test('three categories are on sale, and a box in each knock-out match and half of the others', () => {
  for (const { match, collectibles: ofMatch } of entries) {
    const codes = ofMatch.map(({ id }) => id.slice(match.id.length + 1));
    expect(codes.slice(0, 3)).toEqual(['cat1', 'cat2', 'cat3']);
    if (match.stage !== 'Fase de grupos') expect(codes).toHaveLength(4);
    for (const { id, matchId, currency, tickets, name, category } of ofMatch) {
      expect([matchId, currency, category]).toEqual([match.id, demoCurrency, name]);
      expect(tickets).toBe(id.endsWith('palco') ? 4 : 1);
    }
  }
  const boxed = entries.slice(0, 36).filter((entry) => entry.collectibles.length === 4).length;
  expect(boxed).toBeGreaterThan(9);
  expect(boxed).toBeLessThan(27);
});

test('the price is of the demand for the match and of the category', () => {
  const anchors = new Map(collectibles.map(({ id, anchorCents }) => [id, anchorCents]));
  for (const anchorCents of anchors.values()) expect(anchorCents % 50).toBe(0);
  const ratios = (code: string) =>
    median(
      matches.flatMap(({ id }) => {
        const [one, other] = [anchors.get(`${id}-${code}`), anchors.get(`${id}-cat3`)];
        return one === undefined || other === undefined ? [] : [one / other];
      }),
    );
  expect(ratios('cat1')).toBeCloseTo(1.9, 0.7);
  expect(ratios('cat2')).toBeCloseTo(1.3, 0.7);
  expect(ratios('palco')).toBeGreaterThan(6);
  expect(ratios('palco')).toBeLessThan(9);
});

test('without chance, a match costs as much as its stage and its teams are asked for', () => {
  const plain = demoTournament({ next: () => 0.5, normal: () => 0 }, start);
  const thirds = plain.collectibles.filter(({ id }) => id.endsWith('-cat3'));
  const appeal = thirds.map(({ anchorCents }) => anchorCents / 9_000);
  /** A first seed plays, or not; groups differ a little. */
  const [seeded, others] = [
    [1.35, 1.43, 1.51],
    [1, 1.08, 1.16],
  ];
  const round = (values: number[] | undefined) => [...(values ?? []), ...(values ?? [])];
  // Rounded to half euros.
  expect(appeal.slice(0, 36)).toEqual(
    [seeded, others, seeded, others, seeded, others]
      .flatMap(round)
      .map((value) => expect.closeTo(value, 1.9)),
  );
  expect(appeal.slice(36)).toEqual(
    [...Array(8).fill(1.7), ...Array(4).fill(2.3), 3.2, 3.2, 1.8, 5].map((value) =>
      expect.closeTo(value, 1.9),
    ),
  );
});

test('chance moves the price of a match by a third, and of its categories by a tenth', () => {
  const first = (next: number, normal: number) =>
    demoTournament({ next: () => next, normal: () => normal }, start).collectibles[2]?.anchorCents;
  // 9 000 × 1.35, and the factors of chance.
  expect(first(0.5, 1)).toBe(Math.round((12_150 * Math.exp(0.3)) / 50) * 50);
  expect(first(0, 0)).toBe(Math.round((12_150 * 0.9) / 50) * 50);
  expect(first(1, 0)).toBe(Math.round((12_150 * 1.1) / 50) * 50);
});
