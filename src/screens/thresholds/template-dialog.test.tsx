/** The template of thresholds within what the plan has room for. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import {
  mockBackend,
  profile,
  renderScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { TemplateDialog } from './template-dialog.tsx';

setupScreenTests();

/** A market of two, on a plan of five thresholds. @param present how many of these there are */
async function show(present: number) {
  const match = { id: 'm1', name: 'España – Uruguay', status: 'scheduled', watched: false };
  const items = [collectibleSample(), collectibleSample({ id: 'c2', name: 'Grada norte' })];
  mockBackend({
    'GET users/profile': [{ ...profile(), plan: 'basico' }],
    'GET monitoring/matches': [
      {
        items: [{ ...match, home: null, away: null, kickoffAt: null, listings: 8 }],
        nextCursor: null,
      },
    ],
    'GET monitoring/raw': [{ items, nextCursor: null }],
  });
  const umbrales = Array.from({ length: present }, (_, index) => [
    `t${index}`,
    umbralSample({ objetivo: { tipo: 'coleccionable', id: `x${index}` } }),
  ]);
  const backend = mockSettingsBackend(settingsSample(Object.fromEntries(umbrales)));
  const onClose = vi.fn();
  renderScreen(<TemplateDialog onClose={onClose} />, '/dashboard/umbrales');
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(2));
  return { backend, onClose };
}
const create = (words: string) => screen.findByRole('button', { name: words });

it('creates as many as there is room for, without a word of too many', async () => {
  const { backend, onClose } = await show(4);
  expect(await screen.findByText(/^En tu plan Básico cabe/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(await create('Crear 1 umbral'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(backend.sent).toEqual([expect.stringMatching(/^batch crear [^,]+$/)]);
});

it('creates none while more are chosen than there is room for, and says so', async () => {
  await show(4);
  expect(await screen.findByText(/^En tu plan Básico cabe/)).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { checked: false }));
  expect(screen.getByRole('alert')).toHaveTextContent(/^Quita la marca de algunos/);
  expect(await create('Crear 2 umbrales')).toBeDisabled();
});

it('says nothing of room where all of them have it', async () => {
  await show(3);
  expect(await create('Crear 2 umbrales')).toBeEnabled();
  expect(screen.queryByText(/^En tu plan/)).toBeNull();
});

it.each(['0', '91', '1.5', '-3', 'x'])('creates nothing %s per cent below today', async (share) => {
  await show(0);
  const field = screen.getByLabelText('Porcentaje');
  await userEvent.clear(field);
  await userEvent.type(field, share);
  expect(field).toBeInvalid();
  expect(screen.getByText('Escribe un porcentaje entero, de 1 a 90.')).toBeVisible();
  expect(await create('Crear 0 umbrales')).toBeDisabled();
});
