/** The invented tournament: who plays whom, where, when, and what is on sale at which price. */
import { expect, test } from 'vitest';
import { identifierPattern } from '#domain/threshold.ts';
import { demoCurrency, demoTournament } from './demo-tournament.ts';
import { seededRandom } from './seeded-random.ts';

const start = new Date('2026-11-21T09:07:00Z');
const { entries } = demoTournament(seededRandom('1:tournament'), start);
const matches = entries.map(({ match }) => match);

test('six groups in which each meets each once are followed by the knock-out', () => {
  const stages = Map.groupBy(matches, ({ stage }) => stage);
  expect([...stages].map(([stage, found]) => [stage, found.length])).toEqual([
    ['Fase de grupos', 36],
    ['Octavos', 8],
    ['Cuartos', 4],
    ['Semifinal', 2],
    ['Tercer puesto', 1],
    ['Final', 1],
  ]);
  const pairs = stages.get('Fase de grupos')?.map(({ home, away, name }) => {
    expect(name).toBe(`${home?.name} – ${away?.name}`);
    return [home?.name, away?.name].sort().join();
  });
  expect(new Set(pairs).size).toBe(36);
  expect(new Set(matches.map(({ name }) => name)).size).toBe(52);
  expect(matches[49]).toMatchObject({ id: 'm50', number: 50, name: 'Semifinal · 2', home: null });
});

test('three categories are on sale, and a box for four in each knock-out match', () => {
  for (const { match, collectibles } of entries) {
    expect(match.id).toMatch(identifierPattern);
    const codes = collectibles.map(({ id }) => id.slice(match.id.length + 1));
    expect(codes.slice(0, 3)).toEqual(['cat1', 'cat2', 'cat3']);
    if (match.home === null) expect(codes).toHaveLength(4);
    for (const { id, matchId, currency, tickets } of collectibles)
      expect([matchId, currency, tickets]).toEqual([
        match.id,
        demoCurrency,
        id.endsWith('palco') ? 4 : 1,
      ]);
  }
});
