/** The match screen shows what its address names, and asks for nothing that it has. */

import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Outlet } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { matchCopy } from '#src/copy/match.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import {
  errorResponse,
  mockBackend,
  press,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { settingsSample } from '#tests/support/settings-backend.ts';
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
  expect(screen.queryByRole('button', { name: matchCopy.watch })).toBeNull();
  // The way back to the list stays.
  const path = screen.getByRole('navigation', { name: 'Ruta' });
  expect(within(path).getByRole('link', { name: matchCopy.back })).toBeVisible();
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
  expect(screen.getByRole('status', { name: matchCopy.loading })).toBeVisible();
  nothingOfA();
  resolve(HttpResponse.json(detail('B')));
  await heading('B');
});

it('says offline that the next match cannot be read, and reads it on retry', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answersOfB = [() => HttpResponse.error(), () => promise];
  await goFromAToB();
  expect(await screen.findByText(matchCopy.failed)).toBeVisible();
  nothingOfA();
  await press(priceChartCopy.retry);
  expect(await screen.findByRole('status', { name: matchCopy.loading })).toBeVisible();
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
  expect(await screen.findByText(matchCopy.noHistory)).toBeVisible();
  const steps = [
    ['tab', 'c2', ['history?collectible=c2&range=30d', 'stats?match=A&category=c2']],
    ['button', matchCopy.ranges['7d'], ['history?collectible=c2&range=7d']],
    ['tab', 'c1', ['history?collectible=c1&range=7d']],
    ['button', matchCopy.ranges['30d'], []],
  ] as const;
  const expected = ['match?id=A&range=30d'];
  for (const [role, name, asked] of steps) {
    await userEvent.click(screen.getByRole(role, { name }));
    expected.push(...asked);
    expect(await screen.findByText(matchCopy.noHistory)).toBeVisible();
    await waitFor(() => expect(requests.toSorted()).toEqual(expected.toSorted()));
  }
});

const settingsUrl = 'https://vigia.example/api/users/config';
const showA = (search = '') =>
  renderScreen(<MatchScreen />, `/dashboard/partidos/A${search}`, {
    route: '/dashboard/partidos/:id',
  });
/** Answers of the match, of which all are counted. */
function countMatchRequests(answer: () => Response) {
  const count = { requests: 0 };
  server.use(
    http.get(matchUrl, () => {
      count.requests += 1;
      return answer();
    }),
  );
  return count;
}

it('shows no match without the user’s settings, says why, and reads only these on retry', async () => {
  const next = Promise.withResolvers<void>();
  let isBroken = true;
  const count = countMatchRequests(() => HttpResponse.json(detail('A')));
  server.use(
    http.get(settingsUrl, async () => {
      if (isBroken) return errorResponse(503, 'unavailable', 'Sin ajustes.');
      await next.promise;
      return HttpResponse.json(settingsSample());
    }),
  );
  showA();
  expect(screen.getByRole('status', { name: matchCopy.loading })).toBeVisible();
  expect(await screen.findByText('Sin ajustes.')).toBeVisible();
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  isBroken = false;
  await press(priceChartCopy.retry);
  expect(await screen.findByRole('status', { name: matchCopy.loading })).toBeVisible();
  expect(screen.queryByText('Sin ajustes.')).toBeNull();
  next.resolve();
  await heading('A');
  expect(count.requests).toBe(1);
});

it.each([
  ['that its address names', '?c=c1', 'c1', 'c=c1'],
  ['that is the first on sale', '', 'c2', ''],
  ['that is the first on sale, for one that it does not have', '?c=x', 'c2', 'c=x'],
])('opens with the collectible %s', async (_which, search, name, asked) => {
  const soldOut = { ...collectible('c1'), floorCents: null };
  const questions: string[] = [];
  server.use(
    http.get(matchUrl, ({ request }) => {
      questions.push(new URL(request.url).searchParams.get('collectible') ?? '');
      return HttpResponse.json({
        ...detail('A'),
        collectibles: [soldOut, ...['c2', 'c3'].map(collectible)],
      });
    }),
    http.get('https://vigia.example/api/monitoring/stats', () => HttpResponse.json(statistics)),
    http.get('https://vigia.example/api/monitoring/history', ({ request }) => {
      const collectibleId = new URL(request.url).searchParams.get('collectible');
      return HttpResponse.json({
        collectibleId,
        range: '30d',
        points: [],
        gaps: [],
        limitedToDays: null,
      });
    }),
  );
  showA(search);
  expect(await screen.findByRole('tab', { selected: true, name })).toBeVisible();
  expect(await screen.findByRole('region', { name: `Estadísticas ${name}` })).toBeVisible();
  expect(questions).toEqual([asked.slice(2)]);
});

it.each([
  ['of a match, with the price of its collectible', [collectible('c1')], 'A · 200\u00A0€'],
  ['of a match with nothing on sale', [{ ...collectible('c1'), floorCents: null }], 'A'],
  ['of a match that does not exist', null, matchCopy.missing],
])('names the tab of the browser: %s', async (_which, collectibles, title) => {
  server.use(
    http.get(matchUrl, () =>
      collectibles === null
        ? errorResponse(404, 'not_found', 'No existe.')
        : HttpResponse.json({ ...detail('A'), collectibles }),
    ),
    http.get('https://vigia.example/api/monitoring/stats', () => HttpResponse.json(statistics)),
    http.get('https://vigia.example/api/monitoring/history', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
  );
  const titles: (string | null)[] = [];
  const setTitle = (subject: string | null) => void titles.push(subject);
  renderScreen(null, '/dashboard/partidos/A', {
    route: '/',
    others: [
      {
        element: <Outlet context={setTitle} />,
        children: [{ path: '/dashboard/partidos/:id', element: <MatchScreen /> }],
      },
    ],
  });
  const expected = title.replace(/^A/, match('A').name);
  await waitFor(() => expect(titles.at(-1)).toBe(expected));
  expect(new Set(titles)).toEqual(new Set([null, expected]));
});
