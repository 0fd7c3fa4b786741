/** The first steps: resumed where they were left, gone back, failed, finished. */

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Link, useNavigate } from 'react-router-dom';
import { beforeAll, expect, it } from 'vitest';
import type { MatchesPage } from '#contract/monitoring.ts';
import { onboardingCopy } from '#src/copy/onboarding.ts';
import { thresholdFormCopy } from '#src/copy/threshold-form-texts.ts';
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

const loading = () => screen.queryByRole('status', { name: onboardingCopy.loading });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const currentStep = () =>
  within(screen.getByRole('list', { name: onboardingCopy.title }))
    .getAllByRole('listitem')
    .find((step) => step.getAttribute('aria-current') === 'step')?.textContent;

it('begins with a match, which is watched, and goes on to its threshold', async () => {
  const { backend } = show();
  expect(await heading(onboardingCopy.matchTitle)).not.toHaveFocus();
  expect(currentStep()).toBe('1Partido');
  expect(document.title).toMatch(/^Primeros pasos · /);
  expect(await screen.findByText(/4 en venta/)).toBeVisible();
  await press('Vigilar: España – Uruguay');
  expect(await heading(onboardingCopy.lineTitle)).toHaveFocus();
  expect(currentStep()).toBe('2Umbral');
  expect(
    screen.getByText(thresholdFormCopy.match, { exact: false, selector: 'li' }),
  ).toHaveTextContent('Partido, hecho');
  expect(await screen.findByText('Paso 2 de 3 · España – Uruguay')).toBeVisible();
  expect(backend.sent).toEqual(['watch m1']);
});

it('a match that cannot be watched says why, and stays at the step', async () => {
  show();
  server.use(
    http.put(`${api}/users/watched/:id`, () => errorResponse(503, 'unavailable', 'Ahora no.')),
  );
  await press('Vigilar: España – Uruguay');
  expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no.');
  expect(await heading(onboardingCopy.matchTitle)).toBeVisible();
});

it('offers six matches at most, and searches among all', async () => {
  const { searches } = show({
    matches: Array.from({ length: 8 }, (_, n) => ({ ...match, id: `m${n}`, name: `Partido ${n}` })),
  });
  expect(await screen.findAllByRole('button', { name: /^Vigilar:/ })).toHaveLength(6);
  await userEvent.type(screen.getByRole('searchbox', { name: onboardingCopy.search }), 'nada');
  expect(await screen.findByText(onboardingCopy.noMatchTitle)).toBeVisible();
  expect(searches).toContain('nada');
  await press(onboardingCopy.clearSearch);
  expect(await screen.findAllByRole('button', { name: /^Vigilar:/ })).toHaveLength(6);
  expect(screen.queryByText(onboardingCopy.noMatchTitle)).toBeNull();
});

it('says that the match of the threshold cannot be read, and reads it on retry', async () => {
  show({ partidos: ['m1'] });
  let isBroken = true;
  server.use(
    http.get(`${api}/monitoring/match`, () =>
      isBroken ? errorResponse(503, 'unavailable', 'Ahora no.') : HttpResponse.json(answer),
    ),
  );
  expect(await screen.findByText(onboardingCopy.unread)).toBeVisible();
  expect(loading()).toBeNull();
  isBroken = false;
  await press('Reintentar');
  expect(await screen.findByText('Paso 2 de 3 · España – Uruguay')).toBeVisible();
});

it('resumes at the mail, confirms that it has come, and is finished', async () => {
  const { patches, showToast, address } = show({ partidos: ['m1'], hasThreshold: true });
  expect(await heading(onboardingCopy.mailTitle)).toBeVisible();
  expect(currentStep()).toBe('3Correo');
  expect(loading()).toBeNull();
  noButton(onboardingCopy.received);
  await press(onboardingCopy.send);
  expect(await screen.findByText(/^Enviado\. Puede tardar/)).toBeVisible();
  expect(await button(onboardingCopy.sendAgain)).toBeEnabled();
  expect(screen.getByRole('link', { name: onboardingCopy.help })).toHaveAttribute(
    'href',
    '/support#no-llegan-correos',
  );
  await press(onboardingCopy.received);
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(patches).toEqual([{ onboardingCompletado: true }]);
  expect(showToast).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('Todo listo'),
    'success',
  );
});

it('of an unconfirmed address the confirmation is the test: no other mail is sent', async () => {
  const requests: string[] = [];
  server.events.on('request:start', ({ request }) => {
    requests.push(new URL(request.url).pathname);
  });
  show({ partidos: ['m1'], hasThreshold: true, emailConfirmed: false });
  expect(await screen.findByText(onboardingCopy.waiting)).toBeVisible();
  expect(screen.getByText(/^Te hemos escrito a ana@correo\.example/)).toBeVisible();
  expect(requests).not.toContain('/api/users/test-mail');
  server.events.removeAllListeners();
});

it('who has finished is led to the dashboard', async () => {
  const { address, showToast } = show({ isCompleted: true });
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(showToast).not.toHaveBeenCalled();
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
  await press(onboardingCopy.send);
  await press(onboardingCopy.received);
  await press('Atrás');
  expect(await screen.findByRole('link', { name: 'Empezar' })).toBeVisible();
});
