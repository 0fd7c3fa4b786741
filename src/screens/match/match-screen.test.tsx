/** The match screen shows what its address names, and asks for nothing that it has. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import {
  errorResponse,
  mockBackend,
  press,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { collectibleSample, matchSample } from '#tests/support/threshold-samples.ts';
import { MatchScreen } from './match-screen.tsx';

setupScreenTests();
const matchUrl = 'https://vigia.example/api/monitoring/match';

const match = (id: string) =>
  matchSample({ id, name: `Equipo ${id} – Rival ${id}`, city: 'Ciudad' });
const figure = { value: null, sampleSize: 0 };
const statistics = {
  currency: 'EUR',
  floorCents: figure,
  medianAskCents: figure,
  spreadBp: figure,
  depthWithin5Pct: figure,
  change24hBp: figure,
  change7dBp: figure,
  volatility: figure,
  volumeSales24h: figure,
  bestValuePerTicketCents: figure,
};
const collectible = (id: string) => ({
  ...collectibleSample({
    id,
    matchId: 'A',
    matchName: match('A').name,
    name: `Bloque ${id}`,
    category: id,
  }),
  spark: [],
});
const detail = (id: string) => ({
  match: match(id),
  collectibles: [],
  statistics,
  categoryStatistics: null,
  history: null,
});

/** Answers for match B, in order. */
let answersOfB: (() => Response | Promise<Response>)[] = [];

beforeEach(() => {
  stubLayout();
  mockBackend({
    'GET users/config': [
      {
        configuracion: { partidos: [], umbrales: {}, frecuencia: 60 },
        version: 1,
        estados: {},
      },
    ],
    'GET users/alerts': [{ items: [], nextCursor: null, unread: 0 }],
    'GET monitoring/matches': [{ items: [match('A'), match('B')], nextCursor: null }],
  });
  server.use(
    http.get(matchUrl, ({ request }) =>
      new URL(request.url).searchParams.get('id') === 'A'
        ? HttpResponse.json(detail('A'))
        : (answersOfB.shift() ?? (() => HttpResponse.json(detail('B'))))(),
    ),
  );
});

const heading = (id: string) => screen.findByRole('heading', { level: 1, name: match(id).name });
const nothingOfA = () => {
  expect(document.body).not.toHaveTextContent('Equipo A');
  expect(screen.queryByRole('button', { name: 'Vigilar' })).toBeNull();
  // The way back to the list stays.
  const path = screen.getByRole('navigation', { name: 'Ruta' });
  expect(within(path).getByRole('link', { name: 'Partidos' })).toBeVisible();
};

async function goFromAToB() {
  const { navigate } = renderScreen(<MatchScreen />, '/dashboard/partidos/A', {
    route: '/dashboard/partidos/:id',
  });
  await heading('A');
  await act(() => navigate('/dashboard/partidos/B'));
}

it('shows a skeleton while the next match loads, then that match', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answersOfB = [() => promise];
  await goFromAToB();
  expect(screen.getByRole('status', { name: 'Cargando el partido' })).toBeVisible();
  nothingOfA();
  resolve(HttpResponse.json(detail('B')));
  await heading('B');
});

it('says that the next match does not exist', async () => {
  answersOfB = [() => errorResponse(404, 'not_found', 'No existe.')];
  await goFromAToB();
  expect(await screen.findByText('Este partido no existe')).toBeVisible();
  nothingOfA();
});

it('says offline that the next match cannot be read, and reads it on retry', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answersOfB = [() => HttpResponse.error(), () => promise];
  await goFromAToB();
  expect(await screen.findByText('Sin conexión. Inténtalo de nuevo')).toBeVisible();
  nothingOfA();
  await press('Reintentar');
  expect(await screen.findByRole('status', { name: 'Cargando el partido' })).toBeVisible();
  resolve(HttpResponse.json(detail('B')));
  await heading('B');
});

it('opens with one request, and asks for nothing but the figures of another tab or range', async () => {
  const requests: string[] = [];
  const historyOf = (params: URLSearchParams) => ({
    collectibleId: params.get('collectible') ?? 'c1',
    range: params.get('range') ?? '30d',
    points: [],
    gaps: [],
    limitedToDays: null,
  });
  server.use(
    http.get('https://vigia.example/api/monitoring/:resource', ({ request, params }) => {
      const { search, searchParams } = new URL(request.url);
      if (params.resource === 'matches') return undefined;
      requests.push(`${params.resource}${search}`);
      const history = historyOf(searchParams);
      return HttpResponse.json(
        params.resource === 'match'
          ? {
              ...detail('A'),
              collectibles: ['c1', 'c2'].map(collectible),
              categoryStatistics: statistics,
              history,
            }
          : params.resource === 'stats'
            ? statistics
            : history,
      );
    }),
  );
  renderScreen(<MatchScreen />, '/dashboard/partidos/A', { route: '/dashboard/partidos/:id' });
  await heading('A');
  expect(await screen.findByText('Aún no hay precios en este periodo.')).toBeVisible();
  const steps = [
    ['tab', 'c2', ['history?collectible=c2&range=30d', 'stats?match=A&category=c2']],
    ['button', '7 d', ['history?collectible=c2&range=7d']],
    ['tab', 'c1', ['history?collectible=c1&range=7d']],
    ['button', '30 d', []],
  ] as const;
  const expected = ['match?id=A&range=30d'];
  for (const [role, name, asked] of steps) {
    await userEvent.click(screen.getByRole(role, { name }));
    expected.push(...asked);
    expect(await screen.findByText('Aún no hay precios en este periodo.')).toBeVisible();
    await waitFor(() => expect(requests.toSorted()).toEqual(expected.toSorted()));
  }
});

it('shows the statistics of the tab’s category, and says in one sentence what a market does not publish', async () => {
  const known = (value: number) => ({ value, sampleSize: 7 });
  const ofCategory = (category: string) =>
    category === 'c1'
      ? { ...statistics, floorCents: known(54_300) }
      : {
          ...statistics,
          floorCents: known(12_300),
          depthWithin5Pct: known(0),
          volumeSales24h: known(23),
        };
  const history = { collectibleId: 'c1', range: '30d', points: [], gaps: [], limitedToDays: null };
  const collectibles = ['c1', 'c2'].map(collectible);
  server.use(
    http.get(matchUrl, () =>
      HttpResponse.json({
        ...detail('A'),
        collectibles,
        categoryStatistics: ofCategory('c1'),
        history,
      }),
    ),
    http.get('https://vigia.example/api/monitoring/history', () =>
      HttpResponse.json({ ...history, collectibleId: 'c2' }),
    ),
    http.get('https://vigia.example/api/monitoring/stats', ({ request }) =>
      HttpResponse.json(ofCategory(new URL(request.url).searchParams.get('category') ?? '')),
    ),
  );
  renderScreen(<MatchScreen />, '/dashboard/partidos/A', { route: '/dashboard/partidos/:id' });
  const figures = await screen.findByRole('region', { name: 'Estadísticas c1' });
  expect(figures).toHaveTextContent('543,00');
  expect(figures).toHaveTextContent('Este mercado solo publica precios mínimos');
  expect(within(figures).queryByText('Ventas en 24 h')).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'c2' }));
  await waitFor(() => expect(figures).toHaveTextContent('123,00'));
  expect(figures).toHaveAccessibleName('Estadísticas c2');
  expect(figures).not.toHaveTextContent('Este mercado');
  expect(figures).toHaveTextContent('Ventas en 24 h23');
});
