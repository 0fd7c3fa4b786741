/** The first steps: resumed where they were left, gone back, failed, finished; the mail; and the ticket of the first alert. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, useNavigate } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { MatchesPage } from '#contract/monitoring.ts';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import { thresholdFormCopy } from '#src/copy/threshold-form-texts.ts';
import type { ThresholdDraft } from '#store/api/api-types.ts';
import {
  breakEndpoint,
  button,
  definitions,
  mockBackend,
  mockRoute,
  noButton,
  press,
  profile,
  renderScreen,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { FirstAlertTicket } from './first-alert-ticket.tsx';
import { OnboardingScreen } from './onboarding-screen.tsx';

const route = '/onboarding';
const match = matchSample({ floorCents: 20_000, listings: 4 });
const answer = { match, collectibles: [collectibleSample()], history: null };
const sessionPart = { site: { landingUrl: '/', supportEmail: '', localMailbox: null } };

interface Situation {
  readonly partidos?: string[];
  readonly hasThreshold?: boolean;
  readonly isCompleted?: boolean;
  readonly emailConfirmed?: boolean;
  readonly matches?: MatchesPage['items'];
  /** When an alert was accepted by mail; null = never. */
  readonly alertedAt?: string | null;
}

function show({
  partidos = [],
  hasThreshold = false,
  isCompleted = false,
  emailConfirmed = true,
  matches = [match],
  alertedAt = null,
}: Situation = {}) {
  const mail = { id: 'mail', kind: 'mail', name: 'Correo', lastDelivery: alertedAt };
  const requests = mockBackend({
    'GET users/profile': [{ ...profile(), emailConfirmed, onboardingCompletado: isCompleted }],
    'GET monitoring/match': [answer],
    'POST users/test-mail': [{}],
    'GET users/channels': [{ items: [mail], kinds: [], pushKey: null, limit: 20 }],
  });
  const umbrales = hasThreshold ? { t1: umbralSample() } : {};
  const backend = mockSettingsBackend(settingsSample(umbrales, partidos));
  const searches = mockRoute('GET monitoring/matches', ({ url }: Request) => ({
    items: url.includes('q=nada') ? [] : matches,
    nextCursor: null,
  }));
  const patches = mockRoute('PATCH users/profile', { ...profile(), onboardingCompletado: true });
  const others = [{ path: '/dashboard', element: <p>Resumen</p> }];
  const rendered = renderScreen(<OnboardingScreen />, route, { route, others, sessionPart });
  return { backend, patches, searches, requests, ...rendered };
}
const atTheMail = { partidos: ['m1'], hasThreshold: true };

const loading = () => screen.queryByRole('status', { name: copy.loading });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const watch = () => press('Vigilar: España – Uruguay');
const currentStep = () =>
  within(screen.getByRole('list', { name: copy.title }))
    .getAllByRole('listitem')
    .find((step) => step.getAttribute('aria-current') === 'step')?.textContent;

it('begins with a match, which is watched, and goes on to its threshold', async () => {
  const { backend } = show();
  expect(await heading(copy.matchTitle)).not.toHaveFocus();
  expect(currentStep()).toBe('1Partido');
  expect(document.title).toContain(copy.title);
  expect(await screen.findByText(/4 en venta/)).toBeVisible();
  await watch();
  expect(await heading(copy.lineTitle)).toHaveFocus();
  expect(currentStep()).toBe('2Umbral');
  const done = screen.getByText(thresholdFormCopy.match, { exact: false, selector: 'li' });
  expect(done).toHaveTextContent('Partido, hecho');
  expect(await screen.findByText('Paso 2 de 3 · España – Uruguay')).toBeVisible();
  expect(backend.sent).toEqual(['watch m1']);
});

it('a match that cannot be watched says why, and stays at the step', async () => {
  show();
  breakEndpoint('put', 'users/watched/:id');
  await watch();
  expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no.');
  expect(await heading(copy.matchTitle)).toBeVisible();
});

it('offers six matches at most, and searches among all', async () => {
  const eight = Array.from({ length: 8 }, (_, n) => ({ ...match, id: `m${n}`, name: `P ${n}` }));
  const { searches } = show({ matches: eight });
  const offered = () => screen.findAllByRole('button', { name: /^Vigilar:/ });
  expect(await offered()).toHaveLength(6);
  await userEvent.type(screen.getByRole('searchbox', { name: copy.search }), 'nada');
  expect(await screen.findByText(copy.noMatchTitle)).toBeVisible();
  expect(searches.join()).toContain('q=nada');
  await press(copy.clearSearch);
  expect(await offered()).toHaveLength(6);
  expect(screen.queryByText(copy.noMatchTitle)).toBeNull();
});

it('says that the match of the threshold cannot be read, and reads it on retry', async () => {
  show({ partidos: ['m1'] });
  mockRoute('GET monitoring/match', unavailable(), undefined);
  expect(await screen.findByText(copy.unread)).toBeVisible();
  expect(loading()).toBeNull();
  await press('Reintentar');
  expect(await screen.findByText('Paso 2 de 3 · España – Uruguay')).toBeVisible();
});

it('resumes at the mail, confirms that it has come, and is finished', async () => {
  const { patches, toast, address } = show(atTheMail);
  expect(await heading(copy.mailTitle)).toBeVisible();
  expect(currentStep()).toBe('3Correo');
  expect(loading()).toBeNull();
  noButton(copy.received);
  await press(copy.send);
  expect(await screen.findByText(/^Enviado\. Puede tardar/)).toBeVisible();
  expect(await button(copy.sendAgain)).toBeEnabled();
  const help = screen.getByRole('link', { name: copy.help });
  expect(help).toHaveAttribute('href', '/support#no-llegan-correos');
  await press(copy.received);
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(patches).toEqual(['PATCH users/profile{"onboardingCompletado":true}']);
  expect((await toast()).message).toContain('Todo listo');
});

it('of an unconfirmed address the confirmation is the test: no other mail is sent', async () => {
  const { requests } = show({ ...atTheMail, emailConfirmed: false });
  expect(await screen.findByText(copy.waiting)).toBeVisible();
  expect(screen.getByText(/^Te hemos escrito a ana@correo\.example/)).toBeVisible();
  expect(requests).not.toContain('POST users/test-mail');
});

it('an alert that has come already is the test: it is asked for, and no other mail is sent', async () => {
  const { requests, address } = show({ ...atTheMail, alertedAt: '2026-11-01T10:00:00.000Z' });
  expect(await screen.findByText(copy.alertedLead('ana@correo.example'))).toBeVisible();
  await press(copy.received);
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(requests).not.toContain('POST users/test-mail');
});

it('who has finished is led to the dashboard', async () => {
  const { address, showToast } = show({ isCompleted: true });
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(showToast).not.toHaveBeenCalled();
});

it('once finished, the way back does not lead into it again', async () => {
  show(atTheMail);
  cleanup();
  const Dashboard = () => {
    const navigate = useNavigate();
    return (
      <button type="button" onClick={() => navigate(-1)}>
        Atrás
      </button>
    );
  };
  renderScreen(<Link to={route}>Empezar</Link>, '/inicio', {
    route: '/inicio',
    others: [
      { path: route, element: <OnboardingScreen /> },
      { path: '/dashboard', element: <Dashboard /> },
    ],
  });
  await userEvent.click(screen.getByRole('link', { name: 'Empezar' }));
  await press(copy.send);
  await press(copy.received);
  await press('Atrás');
  expect(await screen.findByRole('link', { name: 'Empezar' })).toBeVisible();
});

describe('the ticket', () => {
  const below = umbralSample({ value: 18_000 });
  function showTicket(threshold: ThresholdDraft, kickoffAt: string | null = null) {
    const configuracion = { ...profile().configuracion, frecuencia: 3_600 };
    const history = { firings: 3, days: 30, mails: 3, last: [] };
    mockBackend({
      'GET users/profile': [{ ...profile(), configuracion }],
      'POST monitoring/preview': [{ ...history, currentCents: 20_000, alreadyTrue: false }],
    });
    const box = collectibleSample({ id: 'c2', category: 'Palco', floorCents: 50_000 });
    const collectibles = [collectibleSample(), box];
    const props = { match: matchSample({ kickoffAt }), collectibles, threshold };
    renderScreen(<FirstAlertTicket {...props} />, route, { route });
  }

  it('says the price, the way to the line, what it would have done, and how often it is checked', async () => {
    showTicket(below, '2026-12-03T20:00:00.000Z');
    expect(screen.getByText('Baja de 180\u00A0€', { normalizer: (text) => text })).toBeVisible();
    expect(screen.getByText(/^Categoría 1 · .*3/)).toBeVisible();
    const facts = { Ahora: '200 €', Falta: '10,0 %', 'En 30 días': '3 veces' };
    await waitFor(() => expect(definitions()).toEqual({ ...facts, Comprobación: 'cada hora' }));
  });

  it.each<[string, Partial<ThresholdDraft>, string]>([
    ['a line above', { condition: 'above', value: 25_000 }, '25,0 %'],
    ['a line that the price has reached', { value: 20_000 }, copy.ticketCrossed],
    ['a change, which has no distance', { condition: 'change', value: 1_000 }, '—'],
  ])('says the way to %s', (_which, part, words) => {
    showTicket({ ...below, ...part });
    expect(definitions()).toMatchObject({ Ahora: '200 €', Falta: words });
  });
});
