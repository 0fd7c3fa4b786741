/** The thresholds that a template makes of the market: of which collectibles, at which price, and which are there already. */
import { expect, it } from 'vitest';
import type { Match, Threshold } from '#store/api/api-types.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import {
  categoriesOf,
  type Template,
  teamsToPlay,
  templateThresholds,
} from './template-thresholds.ts';

const team = (name: string): Match['home'] => ({
  name,
  colors: ['#000000', '#ffffff', '#ff0000'],
  vertical: false,
});
const match = (id: string, home: string, part: Partial<Match> = {}) =>
  matchSample({ id, home: team(home), away: team('Uruguay'), ...part });
const item = (id: string, matchId: string, category: string, floorCents: number | null) =>
  collectibleSample({ id, matchId, category, floorCents });

const market = {
  matches: [
    match('m1', 'España', { watched: true }),
    match('m2', 'Brasil'),
    match('m3', 'España'),
    match('m4', 'España', { status: 'finished' }),
  ],
  collectibles: [
    item('c3', 'm3', 'Categoría 1', 20_050),
    item('c1', 'm1', 'Categoría 1', 10_000),
    item('c2', 'm1', 'Categoría 2', 1_999),
    item('c4', 'm2', 'Categoría 1', 30_000),
    item('c5', 'm4', 'Categoría 1', 30_000),
    item('c6', 'm3', 'Categoría 1', null),
  ],
};
const template: Template = {
  scope: { team: 'España' },
  category: 'Categoría 1',
  direction: 'below',
  share: 10,
};

it.each<[string, Partial<Template>, string[]]>([
  ['a team’s matches to come, in whole euros', {}, ['c1 below 9000', 'c3 below 18000']],
  [
    'the watched matches, above today',
    { scope: 'watched', category: null, direction: 'above' },
    ['c1 above 11000', 'c2 above 2200'],
  ],
  [
    'the whole market',
    { scope: 'market', share: 50 },
    ['c1 below 5000', 'c4 below 15000', 'c3 below 10000'],
  ],
])('are of one category, of %s', (_what, part, expected) => {
  const made = templateThresholds({ ...template, ...part }, market, []);
  expect(
    made.map(
      ({ collectible, threshold }) => `${collectible.id} ${threshold.condition} ${threshold.value}`,
    ),
  ).toEqual(expected);
});

const on = (target: Threshold['target'], part: Partial<Threshold> = {}) =>
  umbralSample({ target, ...part });
it.each<[string, Threshold, boolean]>([
  ['on it, of the same condition', on({ kind: 'collectible', id: 'c1' }), true],
  ['on it, of another', on({ kind: 'collectible', id: 'c1' }, { condition: 'above' }), false],
  ['on another collectible', on({ kind: 'collectible', id: 'c2' }), false],
  ['on a match of its name', on({ kind: 'match', id: 'c1', category: null }), false],
])('of which a threshold %s is one that is there already', (_which, threshold, isPresent) => {
  const made = templateThresholds(template, market, [threshold]);
  expect(made.map((each) => each.isPresent)).toEqual([isPresent, false]);
});

it('are of no team where none is known yet', () => {
  const matches = [match('m9', '', { home: null, away: null })];
  const unknown = { matches, collectibles: [item('c9', 'm9', 'Categoría 1', 10_000)] };
  const amount = (scope: Template['scope']) =>
    templateThresholds({ ...template, scope }, unknown, []).length;
  expect([amount({ team: 'España' }), amount('market')]).toEqual([0, 1]);
  expect(teamsToPlay(matches)).toEqual([]);
});

it('offer the categories in the order of their numbers, and no team of a finished match', () => {
  const items = ['10', '9', 'Palco', '9'].map((category, index) =>
    item(`c${index}`, 'm1', category, 1),
  );
  expect(categoriesOf(items)).toEqual(['9', '10', 'Palco']);
  expect(teamsToPlay([match('m1', 'Malta', { status: 'finished' })])).toEqual([]);
});
