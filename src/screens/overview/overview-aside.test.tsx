/** The overview's aside: the first steps until they are done, the last alert, and how much of the plan is used. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  mockBackend,
  profile,
  renderScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { OverviewAside } from './overview-aside.tsx';

setupScreenTests();

interface Situation {
  readonly plan?: string;
  readonly partidos?: string[];
  readonly hasThreshold?: boolean;
  readonly isCompleted?: boolean;
  readonly isConfirmed?: boolean;
  readonly hasAlert?: boolean;
}

async function show({
  plan = 'basico',
  partidos = [],
  hasThreshold = false,
  isCompleted = true,
  isConfirmed = false,
  hasAlert = false,
}: Situation) {
  const settings = settingsSample(hasThreshold ? { t1: umbralSample() } : {}, partidos);
  const { configuracion } = settings;
  mockBackend({
    'GET users/profile': [
      {
        ...profile(),
        plan,
        emailConfirmed: isConfirmed,
        onboardingCompletado: isCompleted,
        configuracion,
      },
    ],
    'GET users/alerts': [{ items: hasAlert ? [alertSample()] : [], nextCursor: null, unread: 0 }],
  });
  mockSettingsBackend(settings);
  renderScreen(<OverviewAside items={[]} />, '/dashboard');
  await screen.findByText(/^Plan /);
}

const steps = async () =>
  within(await screen.findByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it.each([
  [{}, ['Elige un partido', 'El que quieras vigilar.Seguir']],
  [{ partidos: ['m1'] }, ['Marca tu línea', 'El precio al que quieres que te avisemos.Seguir']],
  [
    { partidos: ['m1'], hasThreshold: true },
    ['Comprueba tu correo', 'Un correo de prueba, para estar seguros.Seguir'],
  ],
] as const)('of an account with %j the next step is led to', async (part, [title, rest]) => {
  await show({
    ...part,
    partidos: [...('partidos' in part ? part.partidos : [])],
    isCompleted: false,
  });
  const texts = await steps();
  expect(texts.filter((text) => text?.endsWith('Seguir'))).toEqual([`${title}${rest}`]);
  const at = texts.findIndex((text) => text?.startsWith(title));
  expect(texts.map((text) => text?.startsWith('Hecho: '))).toEqual([0, 1, 2].map((n) => n < at));
  expect(screen.getByRole('link', { name: 'Seguir' })).toHaveAttribute('href', '/onboarding');
});

it('a confirmed address needs no test mail, and with the others done no step is left', async () => {
  await show({ partidos: ['m1'], isCompleted: false, isConfirmed: true });
  expect((await steps()).map((text) => text?.startsWith('Hecho: '))).toEqual([true, false, true]);
  cleanup();
  await show({ partidos: ['m1'], hasThreshold: true, isCompleted: false, isConfirmed: true });
  expect(screen.queryByText('Elige un partido')).toBeNull();
});

it('who has finished the first steps sees them no more', async () => {
  await show({ isCompleted: true });
  expect(screen.queryByText('Elige un partido')).toBeNull();
});

it('says what an alert will be, until there is one', async () => {
  await show({});
  expect(await screen.findByText(/^Cuando un precio cruce tu línea/)).toBeVisible();
  expect(screen.queryByText('Lo que vigilas, 24 h')).toBeNull();
});

it('shows the last alert', async () => {
  await show({ hasAlert: true });
  await waitFor(() => expect(screen.queryByText(/^Cuando un precio cruce tu línea/)).toBeNull());
  expect(screen.getByText(/España – Uruguay/)).toBeVisible();
});

it('says how much of the plan is used', async () => {
  await show({ partidos: ['m1', 'm2'], hasThreshold: true });
  expect(screen.getByText('2 de 3 partidos')).toBeVisible();
  expect(screen.getByText('1 de 5')).toBeVisible();
  const meter = screen.getByRole('progressbar', { name: 'Partidos vigilados' });
  expect(meter).toHaveAttribute('aria-valuenow', '2');
  expect(meter).toHaveAttribute('aria-valuemax', '3');
});

it('without a limit there is none to say', async () => {
  await show({ plan: 'elite', partidos: ['m1'] });
  expect(screen.getByText('1 partido')).toBeVisible();
});
