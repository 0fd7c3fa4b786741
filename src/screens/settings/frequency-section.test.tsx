/** The check frequency: what the plan offers, and what it is now even where the plan no longer offers it. */

import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type PlanName, plans } from '#domain/plans.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import {
  mockBackend,
  plainText,
  profile,
  renderScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { FrequencySection } from './frequency-section.tsx';

setupScreenTests();

async function offered(plan: PlanName, frecuencia: number) {
  const configuracion = { ...profile().configuracion, frecuencia };
  mockBackend({ 'GET users/profile': [{ ...profile(), plan, configuracion }] });
  renderScreen(<FrequencySection />, '/dashboard/configuracion');
  const select = await screen.findByLabelText(settingsCopy.frequency);
  await screen.findByText(new RegExp(`Con el plan ${plans[plan].label},`));
  return within(select).getAllByRole('option').map(plainText);
}

it('is not faster than the plan', async () => {
  expect(await offered('elite', 60)).toEqual([
    'Cada 5 s',
    'Cada 15 s',
    'Cada 30 s',
    'Cada minuto',
    'Cada 5 min',
    'Cada 15 min',
    'Cada hora',
    'Cada 6 h',
    'Cada día',
  ]);
});

it('one of a former plan, or of the API, stays in its place', async () => {
  const all = await offered('basico', 45);
  expect(all[0]).toBe('Cada 45 s');
  expect(all).not.toContain('Cada 30 s');
  expect(screen.getByLabelText(settingsCopy.frequency)).toHaveValue('45');
});
