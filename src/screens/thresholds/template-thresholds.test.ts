import { describe, expect, it } from 'vitest';
import type { Collectible, Match, Umbral } from '#store/api/api-types.ts';
import {
  categoriesOf,
  type Template,
  teamsToPlay,
  templateThresholds,
} from './template-thresholds.ts';

const team = (name: string) => ({ name, colors: ['#000000', '#ffffff'], vertical: false });
const match = (id: string, home: string, rest: Partial<Match> = {}) =>
  ({
    id,
    home: team(home),
    away: team('Uruguay'),
    status: 'scheduled',
    watched: false,
    ...rest,
  }) as Match;
const collectible = (id: string, matchId: string, category: string, floorCents: number | null) =>
  ({ id, matchId, category, floorCents, currency: 'EUR' }) as Collectible;

const market = {
  matches: [
    match('m1', 'España', { watched: true }),
    match('m2', 'Brasil'),
    match('m3', 'España'),
    match('m4', 'España', { status: 'finished' }),
  ],
  collectibles: [
    collectible('c3', 'm3', 'Categoría 1', 20_050),
    collectible('c1', 'm1', 'Categoría 1', 10_000),
    collectible('c2', 'm1', 'Categoría 2', 1_999),
    collectible('c4', 'm2', 'Categoría 1', 30_000),
    collectible('c5', 'm4', 'Categoría 1', 30_000),
    collectible('c6', 'm3', 'Categoría 1', null),
  ],
};
const template: Template = {
  scope: { team: 'España' },
  category: 'Categoría 1',
  direction: 'below',
  share: 10,
};
const made = (part: Partial<Template>, present: readonly Umbral[] = []) =>
  templateThresholds({ ...template, ...part }, market, present).map(
    ({ collectible: { id }, umbral: { condicion, valor } }) => [id, condicion, valor],
  );

describe('thresholds of a template', () => {
  it('are of one category, of a team’s matches to come, by kick-off, in whole euros', () => {
    expect(made({})).toEqual([
      ['c1', 'por_debajo', 9_000],
      ['c3', 'por_debajo', 18_000],
    ]);
  });

  it('are of the watched matches or the whole market, and above today, too', () => {
    expect(made({ scope: 'watched', category: null, direction: 'above' })).toEqual([
      ['c1', 'por_encima', 11_000],
      ['c2', 'por_encima', 2_200],
    ]);
    expect(made({ scope: 'market' }).map(([id]) => id)).toEqual(['c1', 'c4', 'c3']);
  });

  it('say which collectible has one of the same condition already', () => {
    const present = [
      { objetivo: { tipo: 'coleccionable', id: 'c1' }, condicion: 'por_debajo' },
      { objetivo: { tipo: 'coleccionable', id: 'c3' }, condicion: 'por_encima' },
    ] as Umbral[];
    expect(templateThresholds(template, market, present).map(({ isPresent }) => isPresent)).toEqual(
      [true, false],
    );
  });

  it('are of no team where none is known yet', () => {
    const unknown = match('m9', '', { home: null, away: null });
    const items = [collectible('c9', 'm9', 'Categoría 1', 10_000)];
    const found = (scope: Template['scope']) =>
      templateThresholds({ ...template, scope }, { matches: [unknown], collectibles: items }, []);
    expect(found({ team: 'España' })).toEqual([]);
    expect(found('market')).toHaveLength(1);
    expect(teamsToPlay([unknown])).toEqual([]);
  });

  it('another collectible, or the match of the same name, has no threshold on this one', () => {
    const present = [
      { objetivo: { tipo: 'partido', id: 'c1' }, condicion: 'por_debajo' },
      { objetivo: { tipo: 'coleccionable', id: 'c2' }, condicion: 'por_debajo' },
      { objetivo: { tipo: 'coleccionable', id: 'c3' }, condicion: 'por_debajo' },
    ] as Umbral[];
    expect(templateThresholds(template, market, present).map(({ isPresent }) => isPresent)).toEqual(
      [false, true],
    );
  });

  it('offer the categories in the order of their numbers, and no team of a finished match', () => {
    const categories = ['10', '9', 'Palco', '9'].map((category, index) =>
      collectible(`c${index}`, 'm1', category, 1),
    );
    expect(categoriesOf(categories)).toEqual(['9', '10', 'Palco']);
    expect(teamsToPlay([match('m1', 'Malta', { status: 'finished' })])).toEqual([]);
  });
});
