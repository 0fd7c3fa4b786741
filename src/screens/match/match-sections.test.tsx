/** What stands around a match's chart: its head, its thresholds, the statistics of a category, and related matches. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Statistics } from '#contract/monitoring.ts';
import type { Threshold } from '#domain/threshold.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import { pausedBy } from '#src/copy/pause-reasons.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import { statisticsCopy } from '#src/copy/statistics.ts';
import type { Match, ThresholdStatus } from '#store/api/api-types.ts';
import { plain } from '#tests/support/plain.ts';
import {
  button,
  definitions,
  mockBackend,
  plainText,
  press,
  renderScreen,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { CategoryStatistics } from './category-statistics.tsx';
import { MatchHeader } from './match-header.tsx';
import { MatchThresholds } from './match-thresholds.tsx';
import { RelatedMatches } from './related-matches.tsx';

const path = '/dashboard/partidos/m1';
const team = (name: string): Match['home'] => ({
  name,
  colors: ['#000000', '#ffffff', '#ff0000'],
  vertical: false,
});

describe('the head', () => {
  function show(part: Partial<Match> = {}) {
    mockBackend({});
    const backend = mockSettingsBackend(settingsSample());
    renderScreen(<MatchHeader match={matchSample(part)} />, path);
    return { backend, words: plainText(screen.getByRole('region', { name: copy.board })) ?? '' };
  }

  it('says the teams, when and where it is, and how much is for sale', () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T08:30:00.000Z'));
    const kickoffAt = '2026-11-24T18:00:00.000Z';
    const { words } = show({
      home: team('España'),
      away: team('Uruguay'),
      stage: 'Grupo H',
      kickoffAt,
      timeZone: 'Asia/Tokyo',
      venue: 'La Cartuja',
      listings: 1_234,
    });
    const hour = { hour: '2-digit', minute: '2-digit' } as const;
    expect(screen.getByText(new Date(kickoffAt).toLocaleTimeString('es-ES', hour))).toBeVisible();
    for (const part of ['España', 'Uruguay', 'Grupo H', '24 de noviembre', 'en 2 días y 9 h'])
      expect(words).toContain(part);
    expect(words).toContain('Sede La Cartuja, Sevilla');
    expect(words).toMatch(/Hora .*03:00 en Sevilla/);
    expect(words).toContain('En venta 1.234');
  });

  it('says nothing of an hour, teams or a venue that are not known', () => {
    const { words } = show();
    expect(words).not.toContain(copy.hour);
    expect(words).toContain('Sede Sevilla');
    expect(words).not.toMatch(/en \d|·/);
  });

  it('watches the match and stops, at once', async () => {
    const { backend } = show();
    await press(copy.watch);
    await press(copy.unwatch);
    expect(await button(copy.watch)).toBeVisible();
    await waitFor(() => expect(backend.sent).toEqual(['watch m1', 'unwatch m1']));
  });
});

describe('the thresholds', () => {
  function show(
    umbrales: Readonly<Record<string, Threshold>>,
    floorCents: number | null = 20_000,
    status: ThresholdStatus['status'] = 'watching',
  ) {
    mockBackend({});
    const state = { status, armed: true, base: null, episode: 0 };
    const states = Object.fromEntries(Object.keys(umbrales).map((id) => [id, state]));
    const backend = mockSettingsBackend({ ...settingsSample(umbrales), states });
    const [onCreate, onEdit] = [vi.fn(), vi.fn()];
    const collectibles = [collectibleSample({ floorCents })];
    renderScreen(<MatchThresholds {...{ umbrales, collectibles, onCreate, onEdit }} />, path);
    return { backend, onCreate, onEdit };
  }

  const silent = { value: 22_000, snoozedUntil: '2099-01-01T00:00:00.000Z' };
  const { watching } = copy;
  it.each<
    [RegExp | string, Partial<Threshold>, price?: number | null, status?: ThresholdStatus['status']]
  >([
    ['Vigilando, falta 10,0 %', { value: 18_000 }],
    ['Vigilando, falta 10,0 %', { condition: 'above', value: 22_000 }],
    [watching, { value: 20_000 }],
    [watching, { value: 22_000 }],
    [watching, { condition: 'above' }, null],
    [watching, { condition: 'change', value: 1_000 }],
    [watching, { condition: 'low', value: 365 }],
    [/En silencio hasta .*/, silent],
    [copy.activating, {}, 20_000, 'starting'],
    [
      'Cruzado; volverá a avisar después de pasar por 185,40 €',
      { value: 18_000 },
      20_000,
      'crossed',
    ],
    [copy.crossed, { condition: 'low', value: 7 }, 20_000, 'crossed'],
    [pausedBy.user, { pause: 'user' }],
    [new RegExp(`${pausedBy.plan}.*${copy.seePlans}`), { pause: 'plan' }],
    [pausedBy.kickoff, { pause: 'kickoff' }],
  ])('say “%s” of %j at %s, %s', async (words, part, price, status) => {
    show({ t1: umbralSample(part) }, price, status);
    const ends =
      typeof words === 'string' ? words.replaceAll(/[.*+?()[\]]/g, '\\$&') : words.source;
    const row = () => plainText(screen.getByRole('listitem'));
    await waitFor(() => expect(row()).toMatch(new RegExp(`${ends}$`)));
    const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(part.pause === 'plan' ? ['/dashboard/plan'] : []);
    const toggle = screen.getByRole('switch', { name: /^Avisar si Categoría 1 / });
    expect((toggle as HTMLInputElement).checked).toBe((part.pause ?? null) === null);
    expect((toggle as HTMLInputElement).disabled).toBe(/kickoff|plan/.test(part.pause ?? ''));
  });

  it('are paused and resumed by a switch', async () => {
    const { backend } = show({
      t1: umbralSample({ value: 18_000 }),
      t2: umbralSample({ pause: 'user' }),
    });
    const pauses = () =>
      Object.values(backend.settings.configuracion.umbrales).map(({ pause }) => pause);
    const [running, paused] = (await screen.findAllByRole('switch')) as [HTMLElement, HTMLElement];
    await userEvent.click(running);
    await waitFor(() => expect(pauses()).toEqual(['user', 'user']));
    expect(backend.sent).toEqual(['change t1']);
    await userEvent.click(paused);
    await waitFor(() => expect(pauses()).toEqual(['user', null]));
  });

  it('open the form of a new one or of the one pressed', async () => {
    const threshold = umbralSample({ value: 17_000 });
    const { onCreate, onEdit } = show({ t1: umbralSample({ value: 18_000 }), t2: threshold });
    await press(copy.createThreshold);
    expect([onCreate.mock.calls.length, onEdit.mock.calls.length]).toEqual([1, 0]);
    await press(/^Editar umbral: Categoría 1 baja de 170/);
    expect(onEdit).toHaveBeenCalledExactlyOnceWith({ id: 't2', threshold });
  });
});

describe('the statistics of a category', () => {
  const known = (value: number | null, sampleSize = 7) => ({ value, sampleSize });
  const all: Statistics = {
    currency: 'EUR',
    floorCents: known(18_000, 1),
    medianAskCents: known(19_000.4),
    spreadBp: known(560),
    depthWithin5Pct: known(3),
    change24hBp: known(-250),
    change7dBp: known(0),
    volatility: known(0.0421),
    volumeSales24h: known(0),
    bestValuePerTicketCents: known(9_000),
  };
  function show(...answers: readonly unknown[]) {
    mockBackend({ 'GET monitoring/stats': answers });
    renderScreen(<CategoryStatistics matchId="m1" category="1" />, path);
  }
  const figures = async () => {
    await screen.findByText(statisticsCopy.figures.floorCents.label);
    return definitions();
  };
  const sentence = () => screen.queryByText(/^Este mercado/)?.textContent;

  it('say each figure in its unit, with how many it is taken from', async () => {
    const label = (figure: keyof typeof statisticsCopy.figures) =>
      plain(statisticsCopy.figures[figure].label);
    show(all);
    expect(await figures()).toEqual({
      [`${label('floorCents')}1 coleccionable`]: '180,00 €',
      [`${label('medianAskCents')}7 en venta`]: '190,00 €',
      [`${label('spreadBp')}7 en venta`]: '5,6 %',
      [`${label('depthWithin5Pct')}7 en venta`]: '3',
      [`${label('change24hBp')}7 coleccionables`]: 'baja 2,5 %',
      [`${label('change7dBp')}7 coleccionables`]: 'sin cambios = 0,0 %',
      [`${label('volatility')}7 días`]: '4,2 %',
      [label('volumeSales24h')]: '0',
      [`${label('bestValuePerTicketCents')}7 coleccionables`]: '90,00 €',
    });
    expect(sentence()).toBeUndefined();
  });

  const [noAsks, noSales] = [{ depthWithin5Pct: known(null) }, { volumeSales24h: known(null) }];
  it.each([
    [{ ...noAsks, ...noSales }, 5, /precios mínimos: no se sabe/],
    [noAsks, 6, /^Este mercado solo publica el precio mínimo de lo que/],
    [noSales, 8, /^Este mercado no publica sus ventas\.$/],
  ])(
    'say in one sentence, not a row each, what a market does not publish: %j',
    async (part, rows, words) => {
      show({ ...all, ...part });
      expect(Object.keys(await figures())).toHaveLength(rows);
      expect(sentence()).toMatch(words);
    },
  );

  it('say that they cannot be read, and are read on retry', async () => {
    show(unavailable(), all);
    expect(screen.getByRole('status', { name: statisticsCopy.loading })).toBeInTheDocument();
    expect(await screen.findByText(statisticsCopy.failed)).toBeVisible();
    await press(priceChartCopy.retry);
    expect(Object.keys(await figures())).toHaveLength(9);
  });
});

describe('related matches', () => {
  /** Of no team, city or stage of the match shown. */
  const other = (id: string, part: Partial<Match> = {}): Match =>
    matchSample({ id, name: `Partido ${id}`, city: `Ciudad ${id}`, stage: null, ...part });
  const inSeville = (id: string, part: Partial<Match> = {}) =>
    other(id, { city: 'Sevilla', ...part });
  const [home, away] = [team('España'), team('Uruguay')];
  async function show(...others: readonly Match[]) {
    const match = inSeville('m1', { home, away, stage: 'Grupo H' });
    mockBackend({ 'GET monitoring/matches': [{ items: [match, ...others], nextCursor: null }] });
    renderScreen(<RelatedMatches match={match} />, path);
    expect(await screen.findByRole('region', { name: copy.related })).toBeVisible();
    return screen.getAllByRole('link').map(({ textContent }) => textContent);
  }

  it('are first of the same teams, then of the city, then of the stage; the rest are not shown', async () => {
    const names = await show(
      other('fase', { stage: 'Grupo H' }),
      other('lejos', { stage: 'Grupo A' }),
      inSeville('ciudad'),
      other('fuera', { home: team('Brasil'), away: home }),
      other('casa', { home: away, away: team('Chile') }),
    );
    expect(names).toEqual(['Partido fuera', 'Partido casa', 'Partido ciudad', 'Partido fase']);
    const link = screen.getByRole('link', { name: 'Partido casa' });
    expect(link).toHaveAttribute('href', '/dashboard/partidos/casa');
  });

  it('say when they are and from what price', async () => {
    await show(
      inSeville('a', { kickoffAt: '2026-11-24T18:00:00.000Z', floorCents: 12_000 }),
      inSeville('b'),
    );
    const [first, second] = screen.getAllByRole('listitem').map(plainText);
    expect(first).toMatch(/24 nov.*Mínimo 120,00 €$/);
    expect(second).toMatch(/Sevilla.*Nada en venta$/);
  });

  it('are four at most, and none that is over', async () => {
    const ids = ['1', '2', '3', '4', '5'];
    const names = await show(
      inSeville('ayer', { status: 'finished' }),
      ...ids.map((id) => inSeville(id)),
    );
    expect(names).toEqual(ids.slice(0, 4).map((id) => `Partido ${id}`));
  });
});
