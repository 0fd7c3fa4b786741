/** The match list: what a row says, filters in the address, watching and its refusal, later pages, and what stands out. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Discovery, MatchesPage } from '#contract/monitoring.ts';
import {
  errorResponse,
  mockBackend,
  noButton,
  plainText,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample } from '#tests/support/threshold-samples.ts';
import { MatchesScreen } from './matches-screen.tsx';

setupScreenTests();
beforeAll(stubLayout);

const path = '/dashboard/partidos';
const listUrl = 'https://vigia.example/api/monitoring/matches';
const seville = matchSample({
  stage: 'Grupo H',
  venue: 'La Cartuja',
  floorCents: 18_000,
  change24hBp: -250,
  listings: 1_200,
  collectibleCount: 1,
  watched: true,
});
const avila = matchSample({ id: 'm2', name: 'Chile – Perú', city: 'Ávila', stage: 'Final' });
const nothing: Discovery = { falls: [], nearLows: [], newlyListed: [] };

interface Answers {
  readonly address?: string;
  readonly page?: MatchesPage;
  readonly discovery?: Discovery | Response;
}

const pageOf = (items: MatchesPage['items'], nextCursor: string | null = null): MatchesPage => ({
  items: [...items],
  nextCursor,
});

function show({
  address = path,
  page = pageOf([seville, avila]),
  discovery = nothing,
}: Answers = {}) {
  mockBackend({
    'GET users/profile': [profile()],
    'GET monitoring/discovery': [discovery],
    'GET monitoring/raw': [{ items: [], nextCursor: null }],
  });
  const backend = mockSettingsBackend(settingsSample({}, ['m1']));
  const queries: string[] = [];
  server.use(
    http.get(listUrl, ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json(page);
    }),
  );
  return { backend, queries, ...renderScreen(<MatchesScreen />, address, { route: path }) };
}

const rows = async () =>
  within(await screen.findByRole('grid', { name: 'Partidos' }))
    .getAllByRole('row')
    .slice(1);

beforeEach(() => {
  server.use(
    http.get('https://vigia.example/health', () =>
      HttpResponse.json({ checks: { market: { ok: true, lastReadingAgeSeconds: 5 } } }),
    ),
  );
});

it('says of each match where it is, what is for sale, and whether it is watched', async () => {
  show();
  const [first, second] = await rows();
  for (const part of ['Grupo H', 'La Cartuja', '1 coleccionable', '1.200 en venta', 'baja 2,5 %'])
    expect(plainText(first)).toContain(part);
  expect(plainText(first)).toContain('Desde 180,00 €');
  expect(plainText(second)).toContain('Nada en venta');
  expect(plainText(second)).toContain('sin datos de hace 24 horas');
  expect(screen.getByRole('link', { name: 'Chile – Perú' })).toHaveAttribute(
    'href',
    '/dashboard/partidos/m2',
  );
  expect(screen.getByRole('button', { name: 'Dejar de vigilar España – Uruguay' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Vigilar Chile – Perú' })).toBeEnabled();
  expect(screen.getByText('1 de 20 vigilados')).toBeVisible();
  expect(screen.getByText(/^2 partidos/)).toBeVisible();
  expect(screen.getByText('Mostrando 2')).toBeVisible();
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
});

it('offers the threshold of a match just watched, until it is no longer watched', async () => {
  const { backend } = show();
  await press('Vigilar Chile – Perú');
  expect(
    await screen.findByText('Lo vigilas. Falta decir a qué precio te avisamos.'),
  ).toBeVisible();
  expect(screen.getByText('2 de 20 vigilados')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^Pon tu línea/ })).toHaveLength(1);
  await press('Dejar de vigilar Chile – Perú');
  await waitFor(() => expect(screen.queryByText(/^Lo vigilas/)).toBeNull());
  expect(await screen.findByRole('button', { name: 'Vigilar Chile – Perú' })).toBeEnabled();
  expect(backend.sent).toEqual(['watch m2', 'unwatch m2']);
});

it('opens the threshold dialog of the match that was watched', async () => {
  show();
  server.use(
    http.get('https://vigia.example/api/monitoring/match', ({ request }) =>
      errorResponse(503, 'unavailable', `Sin ${new URL(request.url).searchParams.get('id')}.`),
    ),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Vigilar Chile – Perú');
  await press('Pon tu línea: Chile – Perú');
  expect(await screen.findByRole('dialog')).toBeVisible();
});

it('says at the row why it could not be watched, and leads to the plans when the plan is full', async () => {
  show();
  const refusal = {
    error: 'Tu plan llega a 20.',
    code: 'plan_limit',
    requestId: 'r',
    requiredPlan: 'elite',
  };
  server.use(
    http.put('https://vigia.example/api/users/watched/:id', () =>
      HttpResponse.json(refusal, { status: 403 }),
    ),
  );
  await press('Vigilar Chile – Perú');
  expect(await screen.findByRole('alert')).toBeVisible();
  const [first, second] = await rows();
  expect(within(second as HTMLElement).getByRole('link', { name: 'Ver planes' })).toHaveAttribute(
    'href',
    '/dashboard/plan',
  );
  expect(
    within(second as HTMLElement).getByRole('link', { name: 'Ver los vigilados' }),
  ).toBeVisible();
  expect(within(first as HTMLElement).queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/^Lo vigilas/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Vigilar Chile – Perú' })).toBeEnabled();
});

it('another refusal is said without the plans', async () => {
  show();
  server.use(
    http.put('https://vigia.example/api/users/watched/:id', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
  );
  await press('Vigilar Chile – Perú');
  expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no.');
  expect(screen.queryByRole('link', { name: 'Ver planes' })).toBeNull();
});

it('offers the stages in the order of play and the cities by name, and asks for what is chosen', async () => {
  const { queries, address } = show({
    page: pageOf([
      seville,
      avila,
      matchSample({ id: 'm3', city: 'Zamora', stage: 'Final' }),
      matchSample({ id: 'm4', city: 'Bilbao' }),
    ]),
  });
  const optionsOf = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  await rows();
  expect(optionsOf('Fase')).toEqual(['Todas', 'Grupo H', 'Final']);
  expect(optionsOf('Ciudad')).toEqual(['Todas', 'Ávila', 'Bilbao', 'Sevilla', 'Zamora']);
  await userEvent.selectOptions(screen.getByLabelText('Fase'), 'Final');
  await userEvent.selectOptions(screen.getByLabelText('Ciudad'), 'Ávila');
  await userEvent.selectOptions(screen.getByLabelText('Orden'), 'Precio');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Solo vigilados' }));
  await userEvent.type(screen.getByLabelText('Buscar por equipo, ciudad o fase'), 'per');
  await waitFor(() => expect(queries.at(-1)).toContain('q=per'));
  const asked = Object.fromEntries(new URLSearchParams(queries.at(-1)));
  expect(asked).toMatchObject({
    q: 'per',
    stage: 'Final',
    city: 'Ávila',
    sort: 'floor',
    watched: 'true',
  });
  expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({
    q: 'per',
    fase: 'Final',
    ciudad: 'Ávila',
    orden: 'floor',
    vigilados: '1',
  });
});

it('a stage and a city of the address that no match has can be seen and taken back', async () => {
  show({ address: `${path}?fase=Semifinal&ciudad=Olot` });
  await rows();
  expect(screen.getByLabelText('Fase')).toHaveValue('Semifinal');
  expect(screen.getByLabelText('Ciudad')).toHaveValue('Olot');
});

it('without a find it offers to clear the filters, which keeps the order', async () => {
  const { address } = show({ address: `${path}?q=x&orden=floor&vigilados=1`, page: pageOf([]) });
  expect(await screen.findByText('Ningún partido coincide')).toBeVisible();
  expect(screen.queryByText(/^0 partidos/)).toBeNull();
  await press('Quitar los filtros');
  expect(address()).toBe(`${path}?orden=floor`);
  expect(screen.getByLabelText('Buscar por equipo, ciudad o fase')).toHaveValue('');
});

it('loads the later pages, and until then does not say how many there are in all', async () => {
  const last = Promise.withResolvers<void>();
  show();
  server.use(
    http.get(listUrl, async ({ request }) => {
      if (!new URL(request.url).searchParams.has('cursor'))
        return HttpResponse.json(pageOf([seville], '0'));
      await last.promise;
      return HttpResponse.json(pageOf([avila]));
    }),
  );
  expect(await screen.findByText('Mostrando los primeros 1')).toBeVisible();
  expect(await screen.findByRole('status', { name: 'Cargando más partidos' })).toBeInTheDocument();
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '-1');
  expect(screen.queryByText(/^1 partido\b/)).toBeNull();
  last.resolve();
  expect(await screen.findByText('Mostrando 2')).toBeVisible();
});

it('says that a later page could not be read, keeps the rows, and reads it on retry', async () => {
  show();
  let isBroken = true;
  server.use(
    http.get(listUrl, ({ request }) => {
      if (!new URL(request.url).searchParams.has('cursor'))
        return HttpResponse.json(pageOf([seville], '0'));
      return isBroken
        ? errorResponse(503, 'unavailable', 'Ahora no.')
        : HttpResponse.json(pageOf([avila]));
    }),
  );
  expect(await screen.findByText('No se han podido leer más partidos.')).toBeVisible();
  expect(await rows()).toHaveLength(1);
  isBroken = false;
  await press('Reintentar');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
});

it('says that the matches could not be read, and reads them on retry', async () => {
  show();
  let isBroken = true;
  server.use(
    http.get(listUrl, () =>
      isBroken
        ? errorResponse(503, 'unavailable', 'Ahora no.')
        : HttpResponse.json(pageOf([seville])),
    ),
  );
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(screen.queryByRole('grid')).toBeNull();
  isBroken = false;
  await press('Reintentar');
  expect(await rows()).toHaveLength(1);
});

const standingOut: Discovery = {
  falls: [],
  nearLows: [
    collectibleSample({ id: 'low', floorCents: 10_000, low30dCents: 10_000 }),
    collectibleSample({ id: 'near', floorCents: 10_200, low30dCents: 10_000 }),
    collectibleSample({ id: 'unsold', floorCents: null, low30dCents: 10_000 }),
  ],
  newlyListed: [collectibleSample({ id: 'new', name: 'Fondo norte' })],
};
const standOut = async () =>
  within(await screen.findByRole('region', { name: 'Descubre' }))
    .queryAllByRole('listitem')
    .map(plainText);

it('shows first what stands out, and why each is there', async () => {
  show({ discovery: standingOut });
  const shown = await standOut();
  expect(screen.getByRole('button', { name: 'Cerca de su mínimo' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(shown[0]).toContain('100,00 €En su mínimo de 30 días');
  expect(shown[1]).toContain('102,00 €A 2,0 % de su mínimo');
  expect(shown[2]).not.toContain('mínimo');
  await press('Recién a la venta');
  expect(await standOut()).toEqual([expect.stringContaining('Nuevo en 24 h')]);
  expect(
    screen.getByRole('button', { name: /^Crear umbral de España – Uruguay.*Fondo norte/ }),
  ).toBeVisible();
  await press('Mayores bajadas');
  expect(screen.getByText(/^Nada ha bajado en 24/)).toBeVisible();
  expect(await standOut()).toEqual([]);
});

it('what stands out makes room for a search', async () => {
  show({ discovery: standingOut, address: `${path}?ciudad=Sevilla` });
  await rows();
  expect(screen.queryByRole('region', { name: 'Descubre' })).toBeNull();
});

it('the list stays when what stands out cannot be read', async () => {
  show({ discovery: errorResponse(503, 'unavailable', 'Sin mercado.') });
  expect(await screen.findByText('Sin mercado.')).toBeVisible();
  expect(await rows()).toHaveLength(2);
  noButton(/^Crear umbral/);
});

const pressedKinds = () =>
  within(screen.getByRole('group', { name: 'Qué mostrar' }))
    .getAllByRole('button', { pressed: true })
    .map(plainText);

it('shows first what has fallen, by how much, and a hint of what it is', async () => {
  const falls = [collectibleSample({ change24hBp: -1_250 })];
  show({ discovery: { ...standingOut, falls } });
  expect(await standOut()).toEqual([expect.stringMatching(/200,00 €baja 12,5 %$/)]);
  expect(pressedKinds()).toEqual(['Mayores bajadas']);
  expect(screen.getByText(/^En 24.horas, en todo el mercado\.$/)).toBeVisible();
  await press('Cerca de su mínimo');
  expect(pressedKinds()).toEqual(['Cerca de su mínimo']);
  expect(screen.getByText(/^A menos del 3.%/)).toBeVisible();
});

it('where nothing stands out it says so of what has fallen', async () => {
  show();
  expect(await standOut()).toEqual([]);
  expect(pressedKinds()).toEqual(['Mayores bajadas']);
  expect(screen.getByText(/^Nada ha bajado en 24/)).toBeVisible();
  const region = screen.getByRole('region', { name: 'Descubre' });
  expect(within(region).queryByRole('list')).toBeNull();
  expect(within(region).queryByRole('alert')).toBeNull();
});

it('says nothing of a low that is not known, and no price of what is not for sale', async () => {
  const nearLows = [
    collectibleSample({ id: 'young', low30dCents: null }),
    collectibleSample({ id: 'unsold', floorCents: null, low30dCents: 10_000 }),
  ];
  show({ discovery: { ...nothing, nearLows } });
  const [young, unsold] = await standOut();
  expect(young).toMatch(/200,00 €$/);
  expect(unsold).not.toMatch(/€|%/);
});

it('what stands out is read again after a failure, and until then says nothing of its kinds', async () => {
  show();
  let isBroken = true;
  server.use(
    http.get('https://vigia.example/api/monitoring/discovery', () =>
      isBroken ? errorResponse(503, 'unavailable', 'Sin mercado.') : HttpResponse.json(standingOut),
    ),
  );
  const region = await screen.findByRole('region', { name: 'Descubre' });
  expect(await within(region).findByText('Sin mercado.')).toBeVisible();
  expect(within(region).queryByText(/^Nada ha bajado|^En 24/)).toBeNull();
  expect(pressedKinds()).toEqual(['Mayores bajadas']);
  isBroken = false;
  await userEvent.click(within(region).getByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(pressedKinds()).toEqual(['Cerca de su mínimo']));
  expect(within(region).queryByText('Sin mercado.')).toBeNull();
});

it('opens the form of a threshold on what stands out, and closes it', async () => {
  show({ discovery: standingOut });
  server.use(
    http.get('https://vigia.example/api/monitoring/match', () =>
      errorResponse(503, 'unavailable', 'Sin partido.'),
    ),
  );
  await press('Recién a la venta');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('link', { name: /Fondo norte$/ })).toHaveAttribute(
    'href',
    '/dashboard/partidos/m1?c=new',
  );
  await press(/^Crear umbral de .*Fondo norte/);
  const dialog = await screen.findByRole('dialog', { name: 'Crear umbral' });
  expect(await within(dialog).findByText('Sin partido.')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each(['q=x', 'fase=Final', 'ciudad=Sevilla', 'vigilados=1'])(
  'one filter suffices to make room for what it finds: %s',
  async (filter) => {
    show({ discovery: standingOut, address: `${path}?${filter}` });
    expect(await rows()).toHaveLength(2);
    expect(screen.getByText('Mostrando 2')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Descubre' })).toBeNull();
    expect(screen.queryByText(/^2 partidos/)).toBeNull();
    for (const words of ['Ningún partido coincide', 'Reintentar', 'Cargando los partidos'])
      expect(screen.queryByText(words)).toBeNull();
  },
);

it('keeps the rows of the last search until those of the next one are there, and says that it loads', async () => {
  const { navigate } = show();
  expect(await screen.findByText('Mostrando 2')).toBeVisible();
  const answer = Promise.withResolvers<MatchesPage>();
  server.use(http.get(listUrl, async () => HttpResponse.json(await answer.promise)));
  await navigate(`${path}?ciudad=Sevilla`);
  expect(await screen.findByText('Cargando los partidos')).toBeVisible();
  expect(await rows()).toHaveLength(2);
  expect(screen.queryByText(/^Mostrando/)).toBeNull();
  answer.resolve(pageOf([seville]));
  expect(await screen.findByText('Mostrando 1')).toBeVisible();
  expect(screen.queryByText('Cargando los partidos')).toBeNull();
});

it('while a list that could not be read is read again, it says that it loads', async () => {
  show();
  const answer = Promise.withResolvers<MatchesPage>();
  let isBroken = true;
  server.use(
    http.get(listUrl, async () =>
      isBroken
        ? errorResponse(503, 'unavailable', 'Ahora no.')
        : HttpResponse.json(await answer.promise),
    ),
  );
  const loading = { name: 'Cargando los partidos' };
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(screen.queryByRole('status', loading)).toBeNull();
  expect(screen.queryByText(/^Mostrando|^Ningún partido|partidos?\s*·/)).toBeNull();
  isBroken = false;
  await press('Reintentar');
  expect(await screen.findByRole('status', loading)).toBeVisible();
  expect(screen.queryByText('Ahora no.')).toBeNull();
  answer.resolve(pageOf([seville]));
  expect(await rows()).toHaveLength(1);
  expect(screen.queryByRole('status', loading)).toBeNull();
});

it('clearing the filters takes back what was typed just before', async () => {
  const { address } = show({ address: `${path}?vigilados=1`, page: pageOf([]) });
  const field = () => screen.getByLabelText('Buscar por equipo, ciudad o fase');
  expect(await screen.findByText('Ningún partido coincide')).toBeVisible();
  expect(screen.queryByRole('grid')).toBeNull();
  // In one go: the text has not settled yet.
  fireEvent.change(field(), { target: { value: 'perú' } });
  fireEvent.click(screen.getByRole('button', { name: 'Quitar los filtros' }));
  await waitFor(() => expect(address()).toBe(path));
  expect(field()).toHaveValue('');
});

it('while one is being watched its button is busy, and none can be pressed', async () => {
  const { backend } = show();
  const saved = Promise.withResolvers<void>();
  server.use(
    http.put('https://vigia.example/api/users/watched/:id', async () => {
      await saved.promise;
      return undefined;
    }),
  );
  await press('Vigilar Chile – Perú');
  const buttons = () =>
    screen.getAllByRole<HTMLButtonElement>('button', { name: /[Vv]igilar (España|Chile)/ });
  await waitFor(() => expect(buttons().map(({ disabled }) => disabled)).toEqual([true, true]));
  expect(buttons().map((button) => button.getAttribute('aria-busy'))).toEqual([null, 'true']);
  saved.resolve();
  await waitFor(() => expect(backend.sent).toEqual(['watch m2']));
  await waitFor(() => expect(buttons().map(({ disabled }) => disabled)).toEqual([false, false]));
});

it('none can be watched before the settings are there', async () => {
  show();
  server.use(
    http.get('https://vigia.example/api/users/config', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
  );
  expect(await rows()).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Vigilar Chile – Perú' })).toBeDisabled();
});

it('a match that was refused once and is watched elsewhere since is not taken for one just watched', async () => {
  const { backend } = show();
  server.use(
    http.put('https://vigia.example/api/users/watched/:id', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
  );
  await press('Vigilar Chile – Perú');
  expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no.');
  backend.settings = settingsSample({}, ['m1', 'm2']);
  // The settings come anew with the next change.
  await press('Dejar de vigilar España – Uruguay');
  expect(
    await screen.findByRole('button', { name: 'Dejar de vigilar Chile – Perú' }),
  ).toBeEnabled();
  expect(screen.queryByText(/^Lo vigilas/)).toBeNull();
});

it('a threshold saved for a match just watched takes the offer back, and closing the form does not', async () => {
  show();
  const collectibles = [collectibleSample({ id: 'p1', matchId: 'm2' })];
  server.use(
    http.get('https://vigia.example/api/monitoring/match', () =>
      HttpResponse.json({ match: avila, collectibles, history: null, categoryStatistics: null }),
    ),
    http.get('https://vigia.example/api/monitoring/history', () =>
      HttpResponse.json({
        collectibleId: 'p1',
        range: '30d',
        points: [],
        gaps: [],
        limitedToDays: null,
      }),
    ),
    http.post('https://vigia.example/api/monitoring/preview', () =>
      HttpResponse.json({
        firings: 0,
        days: 30,
        mails: 0,
        last: [],
        currentCents: 20_000,
        alreadyTrue: false,
      }),
    ),
  );
  await press('Vigilar Chile – Perú');
  await press('Pon tu línea: Chile – Perú');
  await press('Cancelar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Pon tu línea: Chile – Perú');
  await press('Guardar umbral');
  await waitFor(() => expect(screen.queryByText(/^Lo vigilas/)).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});
