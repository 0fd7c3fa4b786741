/** The keys for programs: none yet, all that the plan has, or not in the plan; their states; creating and revoking one. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApiKeyItem } from '#contract/api-keys.ts';
import { signInErrors, textForCode } from '#src/copy/auth-texts.ts';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { keysCopy } from '#src/copy/keys.ts';
import { reauthenticationCopy } from '#src/copy/settings-account.ts';
import type { AccountCredentials } from '#src/features/session/session-context.ts';
import {
  button,
  errorResponse,
  mockBackend,
  noButton,
  plainText,
  press,
  profile,
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

const reauthenticate = vi.fn(async (password: string) => {
  if (password !== 'vigia-2026') throw Object.assign(new Error(), { code: 'auth/wrong-password' });
});
const credentials: Partial<AccountCredentials> = { hasPassword: () => true, reauthenticate };
const loadAccountCredentials = async () => credentials as AccountCredentials;

let items: ApiKeyItem[];
let borradasEl: string | null;
function show(maximo: number, ...keys: readonly ApiKeyItem[]): ReturnType<typeof renderScreen> {
  items = [...keys];
  server.use(
    http.get('https://vigia.example/api/users/keys', () =>
      HttpResponse.json({ items, maximo, borradasEl }),
    ),
  );
  return renderScreen(<KeysSection />, '/dashboard/configuracion', {
    others: [{ path: '/support', element: <p>Ayuda</p> }],
    sessionPart: { loadAccountCredentials },
  });
}
beforeEach(() => {
  borradasEl = null;
  mockBackend({});
});
afterEach(() => void vi.useRealTimers());

it('says that there is none yet, and offers one', async () => {
  show(1);
  expect(await screen.findByText(keysCopy.none)).toBeVisible();
  expect(await button(keysCopy.create)).toBeEnabled();
});

it('offers no more than the plan has', async () => {
  show(1, key());
  expect(await screen.findByText(/^Ya tienes todas/)).toBeVisible();
  expect(await button(keysCopy.create)).toBeDisabled();
});

it('leads to the plans where the plan has none, and still lists those of a former plan', async () => {
  show(0, key({ estado: 'plan' }));
  expect(await screen.findByRole('link', { name: keysCopy.seePlans })).toBeVisible();
  expect(screen.getByText(/En pausa: tu plan no la incluye/)).toBeVisible();
  noButton(keysCopy.create);
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
  await userEvent.click(screen.getByText(keysCopy.revoke, { selector: 'dialog *' }));
  expect(await screen.findByText(keysCopy.none)).toBeVisible();
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith('Clave revocada: Mi hoja.', 'success'),
  );
});

const rows = () => screen.getAllByRole('listitem').map(plainText);

it('says of each what it may do, until when, and when it was used', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00.000Z'), toFake: ['Date'] });
  show(
    10,
    key({ caducaEn: '2026-05-02T12:00:00.000Z' }),
    key({ id: 'k2', permiso: 'escritura', usadaEn: '2026-03-01T09:00:00.000Z' }),
    key({ id: 'k3', estado: 'caducada', caducaEn: '2026-02-02T12:00:00.000Z' }),
    key({ id: 'k4', estado: 'plan' }),
  );
  await screen.findAllByText('Mi hoja');
  expect(rows()).toEqual([
    expect.stringContaining('vigia_ab… · Solo lectura · Caduca el 2 de mayo de 2026 · Sin usar'),
    expect.stringContaining('vigia_ab… · Lectura y escritura · Usada hace 3 h'),
    expect.stringContaining('vigia_ab… · Solo lectura · Caducada · Sin usar'),
    expect.stringContaining(
      'vigia_ab… · Solo lectura · En pausa: tu plan no la incluye · Sin usar',
    ),
  ]);
});

/** Opens the dialog. @returns what it sends */
async function openCreation(
  answer: () => Response | Promise<Response> = () =>
    HttpResponse.json({ ...key(), clave: 'vigia_abcd_secreto' }),
) {
  const sent: unknown[] = [];
  server.use(
    http.post('https://vigia.example/api/users/keys', async ({ request }) => {
      sent.push(await request.json());
      items = [key()];
      return answer();
    }),
  );
  await press(keysCopy.create);
  return { sent, dialog: within(await screen.findByRole('dialog', { name: keysCopy.create })) };
}

it('creates one, which is shown this once', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00.000Z'), toFake: ['Date'] });
  show(1);
  const { sent, dialog } = await openCreation();
  await userEvent.click(dialog.getByRole('button', { name: keysCopy.create }));
  expect(await dialog.findByText(/^Escribe un nombre/)).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.type(dialog.getByLabelText(keysCopy.name), ' Mi hoja ');
  expect(dialog.getByText(keysCopy.scopeNotes.lectura)).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText(keysCopy.scope), keysCopy.scopes.escritura);
  expect(dialog.getByText(/^Además, crear, cambiar y borrar/)).toBeVisible();
  expect(
    within(dialog.getByLabelText(keysCopy.expiry))
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual([
    keysCopy.expiries.never,
    keysCopy.expiries['30'],
    keysCopy.expiries['90'],
    keysCopy.expiries['365'],
  ]);
  await userEvent.selectOptions(dialog.getByLabelText(keysCopy.expiry), keysCopy.expiries['30']);
  await userEvent.click(dialog.getByRole('button', { name: keysCopy.create }));
  expect(await dialog.findByText('vigia_abcd_secreto')).toBeVisible();
  expect(dialog.getByRole('status')).toHaveTextContent(/^Copia la clave ahora/);
  expect(dialog.queryByLabelText(keysCopy.name)).toBeNull();
  expect(sent).toEqual([
    { nombre: 'Mi hoja', permiso: 'escritura', caducaEn: '2026-03-31T12:00:00.000Z' },
  ]);
  await userEvent.click(dialog.getByRole('button', { name: keysCopy.done }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText('vigia_abcd_secreto')).toBeNull();
  expect(await screen.findByText('Mi hoja')).toBeVisible();
});

it('asks who it is where the sign-in was long ago, and then creates it', async () => {
  show(1);
  let asked = 0;
  const { sent, dialog } = await openCreation(() => {
    asked += 1;
    return asked === 1
      ? errorResponse(409, 'reauthentication_required', 'Entra de nuevo.')
      : HttpResponse.json({ ...key(), clave: 'vigia_abcd_secreto' });
  });
  await userEvent.type(dialog.getByLabelText(keysCopy.name), 'Mi hoja{Enter}');
  expect(await dialog.findByText(reauthenticationCopy.proof)).toBeVisible();
  const password = dialog.getByLabelText(reauthenticationCopy.password);
  await userEvent.type(password, 'otra{Enter}');
  expect(await dialog.findByText(textForCode(signInErrors, 'auth/wrong-password'))).toBeVisible();
  expect(sent).toHaveLength(1);
  await userEvent.clear(password);
  await userEvent.type(password, 'vigia-2026{Enter}');
  expect(await dialog.findByText('vigia_abcd_secreto')).toBeVisible();
});

it('offers none before the address is confirmed, but the link again', async () => {
  mockBackend({ 'GET users/profile': [{ ...profile(), emailConfirmed: false }] });
  show(1);
  expect(await screen.findByText(keysCopy.confirmFirst)).toBeVisible();
  expect(await button(confirmationCopy.resend)).toBeEnabled();
  noButton(keysCopy.create);
});
