/** The keys for programs: none yet, all that the plan has, or not in the plan; their states; revoking one. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { ApiKeyItem } from '#contract/api-keys.ts';
import {
  button,
  mockBackend,
  noButton,
  press,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { KeysSection } from './keys-section.tsx';

setupScreenTests();

const key = (part: Partial<ApiKeyItem> = {}): ApiKeyItem => ({
  id: 'k1',
  nombre: 'Mi hoja',
  prefijo: 'vigia_ab',
  permiso: 'lectura',
  estado: 'activa',
  creadaEn: '2026-01-01T00:00:00.000Z',
  usadaEn: null,
  caducaEn: null,
  ...part,
});

let items: ApiKeyItem[];
function show(maximo: number, ...keys: readonly ApiKeyItem[]): ReturnType<typeof renderScreen> {
  items = [...keys];
  server.use(
    http.get('https://vigia.example/api/users/keys', () => HttpResponse.json({ items, maximo })),
  );
  return renderScreen(<KeysSection />, '/dashboard/configuracion');
}
beforeEach(() => void mockBackend({}));

it('says that there is none yet, and offers one', async () => {
  show(1);
  expect(await screen.findByText('Aún no tienes ninguna.')).toBeVisible();
  expect(await button('Crear clave')).toBeEnabled();
});

it('lists what there is, without saying that there is none', async () => {
  show(10, key(), key({ id: 'k2', nombre: 'Vieja', estado: 'caducada' }));
  expect(await screen.findByText('Mi hoja')).toBeVisible();
  expect(screen.getByText(/Caducada/)).toBeVisible();
  expect(screen.queryByText('Aún no tienes ninguna.')).toBeNull();
  expect(screen.queryByText(/^Ya tienes todas/)).toBeNull();
  expect(screen.getByText('2 de 10 claves')).toBeVisible();
});

it('offers no more than the plan has', async () => {
  show(1, key());
  expect(await screen.findByText(/^Ya tienes todas/)).toBeVisible();
  expect(await button('Crear clave')).toBeDisabled();
});

it('leads to the plans where the plan has none, and still lists those of a former plan', async () => {
  show(0, key({ estado: 'plan' }));
  expect(await screen.findByRole('link', { name: 'Ver los planes' })).toBeVisible();
  expect(screen.getByText(/En pausa: tu plan no la incluye/)).toBeVisible();
  noButton('Crear clave');
});

it('revokes one once it is confirmed', async () => {
  const { showToast } = show(1, key());
  server.use(
    http.delete('https://vigia.example/api/users/keys/k1', () => {
      items = [];
      return HttpResponse.json(key());
    }),
  );
  await press('Revocar Mi hoja');
  expect(screen.getByText(/deja de funcionar en un segundo/)).toBeVisible();
  await userEvent.click(screen.getByText('Revocar', { selector: 'dialog *' }));
  expect(await screen.findByText('Aún no tienes ninguna.')).toBeVisible();
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith('Clave revocada: Mi hoja.', 'success'),
  );
});
