/** When it says that nothing reaches the user, and that mail is turned on again by it. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { channelsCopy as copy } from '#src/copy/channels.ts';
import { mockBackend, profile, renderScreen } from '#tests/support/screen-harness.tsx';
import { SilentAccountBanner } from './silent-account-banner.tsx';

const channel = (tipo: string, estado: string, fallo?: string) => ({
  id: tipo,
  tipo,
  nombre: tipo,
  estado,
  ...(fallo === undefined ? {} : { fallo }),
});
function show(
  correo: 'activo' | 'baja',
  others: readonly ReturnType<typeof channel>[] = [],
  mail: { readonly mailRefusal?: string; readonly emailConfirmed?: boolean } = {},
) {
  const settings = { silencio: null, correo, navegador: false };
  const backend = mockBackend({
    'GET users/profile': [{ ...profile(), ...mail }],
    'POST users/test-mail': [{ queued: true, to: 'ana@correo.example' }],
    'GET users/notifications': [settings],
    'PUT users/notifications': [{ ...settings, correo: 'activo' }],
    'GET users/channels': [
      { items: [channel('correo', 'pausado'), ...others], tipos: [], clavePush: null, maximo: 3 },
    ],
  });
  renderScreen(<SilentAccountBanner />, '/dashboard');
  return backend;
}

it.each([
  ['mail is off', [], copy.silentMail],
  ['mail is off and another is stopped', [channel('ntfy', 'detenido')], copy.silentAll],
  ['mail is off and another is paused', [channel('ntfy', 'pausado')], copy.silentAll],
  ['mail is off and another fails', [channel('ntfy', 'activo', 'No.')], copy.silentAll],
])('where %s it says so, until mail is on again', async (_case, others, words) => {
  show('baja', others);
  expect(await screen.findByRole('status')).toHaveTextContent(`${copy.silent} ${words}`);
  await userEvent.click(screen.getByRole('button', { name: copy.activateMail }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

const refused = { mailRefusal: '550 5.1.1 no such user' };
it('where the last mail was refused it says why, and sends a test', async () => {
  const requests = show('activo', [channel('ntfy', 'detenido')], refused);
  expect(await screen.findByRole('status')).toHaveTextContent(
    copy.silentRefused('ana@correo.example', refused.mailRefusal),
  );
  await userEvent.click(screen.getByRole('button', { name: copy.testMail }));
  await waitFor(() => expect(requests).toContain('POST users/test-mail'));
});

it.each([
  ['mail is on', 'activo', [], {}],
  ['another channel is active', 'baja', [channel('ntfy', 'activo')], {}],
  ['mail is refused but another works', 'activo', [channel('ntfy', 'activo')], refused],
  ['the address is not confirmed', 'baja', [], { emailConfirmed: false }],
] as const)('where %s it says nothing', async (_case, correo, others, part) => {
  const requests = show(correo, [...others], part);
  const isAsked = correo === 'baja' || 'mailRefusal' in part;
  await waitFor(() => expect(requests).toHaveLength(isAsked ? 4 : 3));
  expect(screen.queryByRole('status')).toBeNull();
});
