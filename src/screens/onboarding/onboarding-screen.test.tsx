/** The first steps: resumed where they were left, gone back, failed, finished. */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Link, useNavigate } from 'react-router-dom';
import { beforeAll, expect, it } from 'vitest';
import type { MatchesPage } from '#contract/monitoring.ts';
import { baseApi } from '#store/api/base-api.ts';
import { matchApi } from '#store/api/match-api.ts';
import {
  button,
  errorResponse,
  mockBackend,
  noButton,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { OnboardingScreen } from './onboarding-screen.tsx';

setupScreenTests();
beforeAll(stubLayout);

const api = 'https://vigia.example/api';
const match = matchSample({ floorCents: 20_000, listings: 4 });
const answer = {
  match,
  collectibles: [collectibleSample()],
  history: { collectibleId: 'c1', range: '30d', points: [], gaps: [], limitedToDays: null },
};

interface Situation {
  readonly partidos?: string[];
  readonly hasThreshold?: boolean;
  readonly isCompleted?: boolean;
  readonly emailConfirmed?: boolean;
  readonly matches?: MatchesPage['items'];
}

function show({
  partidos = [],
  hasThreshold = false,
  isCompleted = false,
  emailConfirmed = true,
  matches = [match],
}: Situation = {}) {
  mockBackend({
    'GET users/profile': [{ ...profile(), emailConfirmed, onboardingCompletado: isCompleted }],
    'GET monitoring/match': [answer],
    'GET monitoring/history': [answer.history],
    'POST monitoring/preview': [
      { firings: 0, days: 30, mails: 0, last: [], currentCents: 20_000, alreadyTrue: false },
    ],
    'POST users/test-mail': [{}],
  });
  const backend = mockSettingsBackend(
    settingsSample(hasThreshold ? { t1: umbralSample() } : {}, partidos),
  );
  const patches: unknown[] = [];
  const searches: string[] = [];
  server.use(
    http.get(`${api}/monitoring/matches`, ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? '';
      searches.push(q);
      return HttpResponse.json({ items: q === 'nada' ? [] : matches, nextCursor: null });
    }),
    http.patch(`${api}/users/profile`, async ({ request }) => {
      patches.push(await request.json());
      return HttpResponse.json({ ...profile(), onboardingCompletado: true });
    }),
  );
  const rendered = renderScreen(<OnboardingScreen />, '/onboarding', {
    route: '/onboarding',
    others: [{ path: '/dashboard', element: <p>Resumen</p> }],
    sessionPart: { site: { landingUrl: '/', supportEmail: '', localMailbox: null } },
  });
  return { backend, patches, searches, ...rendered };
}

const loading = () => screen.queryByRole('status', { name: 'Cargando tus primeros pasos' });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const currentStep = () =>
  within(screen.getByRole('list', { name: 'Primeros pasos' }))
    .getAllByRole('listitem')
    .find((step) => step.getAttribute('aria-current') === 'step')?.textContent;

it('begins with a match, which is watched, and goes on to its threshold', async () => {
  const { backend } = show();
  expect(await heading('Elige un partido')).not.toHaveFocus();
  expect(currentStep()).toBe('1Partido');
  expect(document.title).toMatch(/^Primeros pasos · /);
  expect(await screen.findByText(/4 en venta/)).toBeVisible();
  await press('Vigilar: España – Uruguay');
  expect(await heading('Marca tu línea')).toHaveFocus();
  expect(currentStep()).toBe('2Umbral');
  expect(screen.getByText('Partido', { exact: false, selector: 'li' })).toHaveTextContent(
    'Partido, hecho',
  );
  expect(await screen.findByText('Paso 2 de 3 · España – Uruguay')).toBeVisible();
  expect(backend.sent).toEqual(['watch m1']);
});

it('a match that is watched already is gone on with, without a change', async () => {
  const { backend } = show({ partidos: ['m1'] });
  await heading('Marca tu línea');
  const [back] = await screen.findAllByRole('button', { name: 'Volver' });
  await userEvent.click(back as HTMLElement);
  await heading('Elige un partido');
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  await press('Seguir con este: España – Uruguay');
  await heading('Marca tu línea');
  expect(backend.sent).toEqual([]);
});

it('a match that cannot be watched says why, and stays at the step', async () => {
  show();
  server.use(
    http.put(`${api}/users/watched/:id`, () => errorResponse(503, 'unavailable', 'Ahora no.')),
  );
  await press('Vigilar: España – Uruguay');
  expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no.');
  expect(await heading('Elige un partido')).toBeVisible();
});

it('offers six matches at most, and searches among all', async () => {
  const { searches } = show({
    matches: Array.from({ length: 8 }, (_, n) => ({ ...match, id: `m${n}`, name: `Partido ${n}` })),
  });
  expect(await screen.findAllByRole('button', { name: /^Vigilar:/ })).toHaveLength(6);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar partido' }), 'nada');
  expect(await screen.findByText('Ningún partido coincide')).toBeVisible();
  expect(document.querySelector('.obmatches')).toBeNull();
  expect(searches).toContain('nada');
  await press('Quitar la búsqueda');
  expect(await screen.findAllByRole('button', { name: /^Vigilar:/ })).toHaveLength(6);
  expect(screen.queryByText('Ningún partido coincide')).toBeNull();
});

it('says that the matches cannot be read, and reads them on retry', async () => {
  show();
  let isBroken = true;
  server.use(
    http.get(`${api}/monitoring/matches`, () =>
      isBroken
        ? errorResponse(503, 'unavailable', 'Sin mercado.')
        : HttpResponse.json({ items: [match], nextCursor: null }),
    ),
  );
  expect(await screen.findByText('Sin mercado.')).toBeVisible();
  expect(loading()).toBeNull();
  isBroken = false;
  await press('Reintentar');
  expect(await button('Vigilar: España – Uruguay')).toBeVisible();
});

it('says that the match of the threshold cannot be read, and reads it on retry', async () => {
  show({ partidos: ['m1'] });
  let isBroken = true;
  server.use(
    http.get(`${api}/monitoring/match`, () =>
      isBroken ? errorResponse(503, 'unavailable', 'Ahora no.') : HttpResponse.json(answer),
    ),
  );
  expect(await screen.findByText('No se han podido leer tus datos.')).toBeVisible();
  expect(loading()).toBeNull();
  isBroken = false;
  await press('Reintentar');
  expect(await screen.findByText('Paso 2 de 3 · España – Uruguay')).toBeVisible();
});

it('says that the progress cannot be read, and reads it on retry', async () => {
  show();
  let isBroken = true;
  server.use(
    http.get(`${api}/users/config`, () =>
      isBroken
        ? errorResponse(503, 'unavailable', 'Ahora no.')
        : HttpResponse.json(settingsSample()),
    ),
  );
  expect(await screen.findByText('No se han podido leer tus datos.')).toBeVisible();
  expect(loading()).toBeNull();
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  isBroken = false;
  await press('Reintentar');
  expect(await heading('Elige un partido')).toBeVisible();
});

it('resumes at the mail, confirms that it has come, and is finished', async () => {
  const { patches, showToast, address } = show({ partidos: ['m1'], hasThreshold: true });
  expect(await heading('Comprueba que te llega')).toBeVisible();
  expect(currentStep()).toBe('3Correo');
  expect(document.querySelectorAll('li.done')).toHaveLength(2);
  expect(loading()).toBeNull();
  noButton('Me ha llegado');
  await press('Enviar correo de prueba');
  expect(await screen.findByText(/^Enviado\. Puede tardar/)).toBeVisible();
  expect(await button('Enviar otra vez')).toBeEnabled();
  expect(screen.getByRole('link', { name: 'No me llega' })).toHaveAttribute(
    'href',
    '/support#no-llegan-correos',
  );
  await press('Me ha llegado');
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(patches).toEqual([{ onboardingCompletado: true }]);
  expect(showToast).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('Todo listo'),
    'success',
  );
});

it('a test mail that cannot be sent says why, and can be sent again', async () => {
  show({ partidos: ['m1'], hasThreshold: true });
  let isBroken = true;
  server.use(
    http.post(`${api}/users/test-mail`, () =>
      isBroken ? errorResponse(429, 'rate_limited', 'Espera un minuto.') : HttpResponse.json({}),
    ),
  );
  await press('Enviar correo de prueba');
  expect(await screen.findByRole('alert')).toHaveTextContent('Espera un minuto.');
  isBroken = false;
  await press('Enviar correo de prueba');
  expect(await screen.findByText(/^Enviado\./)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('of an unconfirmed address the confirmation is the test: no other mail is sent', async () => {
  const requests: string[] = [];
  server.events.on('request:start', ({ request }) => {
    requests.push(new URL(request.url).pathname);
  });
  show({ partidos: ['m1'], hasThreshold: true, emailConfirmed: false });
  expect(await screen.findByText('Esperando a que abras el enlace…')).toBeVisible();
  expect(screen.getByText(/^Te hemos escrito a ana@correo\.example/)).toBeVisible();
  expect(requests).not.toContain('/api/users/test-mail');
  server.events.removeAllListeners();
});

it('from the mail one can go back to the threshold, if a match is watched', async () => {
  show({ partidos: ['m1'], hasThreshold: true });
  await heading('Comprueba que te llega');
  await press('Volver');
  expect(await heading('Marca tu línea')).toBeVisible();
});

it('without a watched match there is nothing to go back to', async () => {
  show({ hasThreshold: true });
  await heading('Comprueba que te llega');
  noButton('Volver');
});

it('who has finished is led to the dashboard', async () => {
  const { address, showToast } = show({ isCompleted: true });
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(showToast).not.toHaveBeenCalled();
});

it('says that it loads, first the progress, then the matches, then the match of the threshold', async () => {
  show();
  const [progress, matches, detail] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  server.use(
    http.get(`${api}/users/config`, async () => {
      await progress.promise;
      return HttpResponse.json(settingsSample());
    }),
    http.get(`${api}/monitoring/matches`, async () => {
      await matches.promise;
      return HttpResponse.json({ items: [match], nextCursor: null });
    }),
    http.get(`${api}/monitoring/match`, async () => {
      await detail.promise;
      return HttpResponse.json(answer);
    }),
  );
  expect(loading()).toBeInTheDocument();
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  expect(screen.queryByText('Reintentar')).toBeNull();
  progress.resolve();
  await heading('Elige un partido');
  expect(loading()).toBeInTheDocument();
  expect(screen.queryByText('Ningún partido coincide')).toBeNull();
  expect(screen.queryByText('Reintentar')).toBeNull();
  matches.resolve();
  await button('Vigilar: España – Uruguay');
  expect(loading()).toBeNull();
  await press('Vigilar: España – Uruguay');
  await heading('Marca tu línea');
  expect(loading()).toBeInTheDocument();
  expect(screen.queryByText('Reintentar')).toBeNull();
  detail.resolve();
  expect(await button('Guardar umbral')).toBeVisible();
  expect(loading()).toBeNull();
});

it('goes on to the mail once the threshold is saved', async () => {
  const { backend } = show({ partidos: ['m1'] });
  await press('Guardar umbral');
  expect(await heading('Comprueba que te llega')).toHaveFocus();
  expect(backend.sent).toEqual([expect.stringMatching(/^create /)]);
});

it('once finished, the way back does not lead into it again', async () => {
  show({ partidos: ['m1'], hasThreshold: true });
  cleanup();
  const Dashboard = () => {
    const navigate = useNavigate();
    return (
      <button type="button" onClick={() => navigate(-1)}>
        Atrás
      </button>
    );
  };
  renderScreen(<Link to="/onboarding">Empezar</Link>, '/inicio', {
    route: '/inicio',
    others: [
      { path: '/onboarding', element: <OnboardingScreen /> },
      { path: '/dashboard', element: <Dashboard /> },
    ],
  });
  await userEvent.click(screen.getByRole('link', { name: 'Empezar' }));
  await press('Enviar correo de prueba');
  await press('Me ha llegado');
  await press('Atrás');
  expect(await screen.findByRole('link', { name: 'Empezar' })).toBeVisible();
});

it('keeps the threshold being made when its match cannot be read anew', async () => {
  const { store } = show({ partidos: ['m1'] });
  await button('Guardar umbral');
  server.use(
    http.get(`${api}/monitoring/match`, () => errorResponse(503, 'unavailable', 'Ahora no.')),
  );
  act(() => void store.dispatch(baseApi.util.invalidateTags(['Match'])));
  await waitFor(() =>
    expect(matchApi.endpoints.getMatch.select({ id: 'm1' })(store.getState()).isError).toBe(true),
  );
  expect(await button('Guardar umbral')).toBeVisible();
  expect(screen.queryByText('No se han podido leer tus datos.')).toBeNull();
});
