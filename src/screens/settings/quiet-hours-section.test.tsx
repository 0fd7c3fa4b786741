/** Quiet hours: switched on and off, typed, refused, and typed in while another field is being saved. */

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Notifications } from '#contract/users.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import {
  errorResponse,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { defaultQuietHours } from './parse-quiet-hours.ts';
import { QuietHoursSection } from './quiet-hours-section.tsx';

setupScreenTests();
const notificationsUrl = 'https://vigia.example/api/users/notifications';

it('keeps what is typed in one field while the other is being saved', async () => {
  let stored: Notifications = {
    silencio: { desde: '23:00', hasta: '08:00', zona: 'Europe/Madrid' },
    correo: 'activo',
    navegador: false,
  };
  const gate = Promise.withResolvers<void>();
  server.use(
    http.get(notificationsUrl, () => HttpResponse.json(stored)),
    http.put(notificationsUrl, async ({ request }) => {
      const body = (await request.json()) as Notifications;
      await gate.promise;
      stored = body;
      return HttpResponse.json(stored);
    }),
  );
  const { showToast } = renderScreen(<QuietHoursSection />, '/dashboard/configuracion');
  const from = await screen.findByLabelText(settingsCopy.from);
  const to = screen.getByLabelText(settingsCopy.to);
  await userEvent.clear(from);
  await userEvent.type(from, '22:00');
  await userEvent.tab();
  await userEvent.clear(to);
  await userEvent.type(to, '07:3');
  gate.resolve();
  await waitFor(() => expect(showToast).toHaveBeenCalled());
  expect(from).toHaveValue('22:00');
  expect(to).toHaveValue('07:3');
  await userEvent.type(to, '0');
  await userEvent.tab();
  await waitFor(() => expect(stored.silencio).toMatchObject({ desde: '22:00', hasta: '07:30' }));
});

const night = { desde: '23:00', hasta: '08:00', zona: 'Europe/Madrid' };

async function show(silencio: Notifications['silencio'] = night) {
  const backend = {
    stored: { silencio, correo: 'activo', navegador: false } as Notifications,
    sent: [] as Notifications['silencio'][],
    isBroken: false,
  };
  server.use(
    http.get(notificationsUrl, () => HttpResponse.json(backend.stored)),
    http.put(notificationsUrl, async ({ request }) => {
      if (backend.isBroken) return errorResponse(503, 'unavailable', 'Ahora no.');
      backend.stored = (await request.json()) as Notifications;
      backend.sent.push(backend.stored.silencio);
      return HttpResponse.json(backend.stored);
    }),
  );
  const { showToast } = renderScreen(<QuietHoursSection />, '/dashboard/configuracion');
  await screen.findByRole('switch');
  return { backend, showToast };
}
const field = (name: string) => screen.getByLabelText(name);
async function retype(name: string, text: string) {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
}

it('are switched on as a night of this browser’s zone, and off again', async () => {
  const { backend, showToast } = await show(null);
  const toggle = screen.getByRole('switch');
  expect(toggle).not.toBeChecked();
  expect(screen.queryByLabelText(settingsCopy.from)).toBeNull();
  await userEvent.click(toggle);
  expect(await screen.findByLabelText(settingsCopy.from)).toHaveValue('23:00');
  expect(field(settingsCopy.zone)).toHaveValue(defaultQuietHours().zona);
  expect(toggle).toBeChecked();
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledExactlyOnceWith(settingsCopy.saved, 'success'),
  );
  await userEvent.click(toggle);
  await waitFor(() => expect(screen.queryByLabelText(settingsCopy.from)).toBeNull());
  await waitFor(() => expect(backend.sent).toEqual([defaultQuietHours(), null]));
});

it('say what is wrong once the field is left, and send nothing until it is right', async () => {
  const { backend } = await show();
  await retype(settingsCopy.from, 'x');
  expect(screen.queryByText(/^Escribe una hora/)).toBeNull();
  await userEvent.tab();
  expect(await screen.findByText(/^Escribe una hora/)).toBeVisible();
  await retype(settingsCopy.from, '8');
  await userEvent.tab();
  expect(await screen.findByText(/^Pon dos horas distintas/)).toBeVisible();
  expect(screen.queryByText(/^Escribe una hora/)).toBeNull();
  expect(backend.sent).toEqual([]);
  await retype(settingsCopy.from, '22');
  await userEvent.tab();
  await waitFor(() => expect(backend.sent).toEqual([{ ...night, desde: '22:00' }]));
  expect(screen.queryByText(/^Pon dos horas distintas/)).toBeNull();
});

it('take a zone as soon as it is one of the list, and no part of its name', async () => {
  const { backend } = await show();
  const zone = field(settingsCopy.zone);
  expect(zone).toHaveAttribute('spellcheck', 'false');
  await userEvent.click(zone);
  // Selected by the focus: what is typed replaces it.
  await userEvent.keyboard('America/Montevide');
  expect(zone).toHaveValue('America/Montevide');
  expect(backend.sent).toEqual([]);
  await userEvent.keyboard('o');
  await waitFor(() => expect(backend.sent).toEqual([{ ...night, zona: 'America/Montevideo' }]));
  await retype(settingsCopy.zone, 'Montevideo');
  await userEvent.tab();
  expect(await screen.findByText(settingsCopy.zoneUnknown)).toBeVisible();
  expect(backend.sent).toHaveLength(1);
});
