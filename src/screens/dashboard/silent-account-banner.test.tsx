/** When it says that nothing reaches the user, and that mail is turned on again by it. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { channelsCopy as copy } from '#src/copy/channels.ts';
import { mockBackend, renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { SilentAccountBanner } from './silent-account-banner.tsx';

setupScreenTests();

const channel = (tipo: string, estado: string) => ({ id: tipo, tipo, nombre: tipo, estado });
function show(correo: 'activo' | 'baja', others: readonly ReturnType<typeof channel>[] = []) {
  const settings = { silencio: null, correo, navegador: false };
  const backend = mockBackend({
    'GET users/notifications': [settings],
    'PUT users/notifications': [{ ...settings, correo: 'activo' }],
    'GET users/channels': [
      {
        items: [channel('correo', correo === 'baja' ? 'pausado' : 'activo'), ...others],
        tipos: [],
        clavePush: null,
        maximo: 3,
      },
    ],
  });
  renderScreen(<SilentAccountBanner />, '/dashboard');
  return backend;
}

it.each([
  ['mail is off', [], copy.silentMail],
  ['mail is off and another is stopped', [channel('ntfy', 'detenido')], copy.silentAll],
  ['mail is off and another is paused', [channel('ntfy', 'pausado')], copy.silentAll],
])('where %s it says so, until mail is on again', async (_case, others, words) => {
  show('baja', others);
  expect(await screen.findByRole('status')).toHaveTextContent(`${copy.silent} ${words}`);
  await userEvent.click(screen.getByRole('button', { name: copy.activateMail }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it.each([
  ['mail is on', 'activo', []],
  ['another channel is active', 'baja', [channel('ntfy', 'activo')]],
] as const)('where %s it says nothing', async (_case, correo, others) => {
  const requests = show(correo, [...others]);
  await waitFor(() => expect(requests).toHaveLength(correo === 'baja' ? 2 : 1));
  expect(screen.queryByRole('status')).toBeNull();
});
