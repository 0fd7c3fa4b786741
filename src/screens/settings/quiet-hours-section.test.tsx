/** Quiet hours typed in while another field is being saved. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Notifications } from '#contract/users.ts';
import { renderScreen, server, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { QuietHoursSection } from './quiet-hours-section.tsx';

setupScreenTests();

it('keeps what is typed in one field while the other is being saved', async () => {
  let stored: Notifications = {
    silencio: { desde: '23:00', hasta: '08:00', zona: 'Europe/Madrid' },
    correo: 'activo',
    navegador: false,
  };
  const gate = Promise.withResolvers<void>();
  const url = 'https://vigia.example/api/users/notifications';
  server.use(
    http.get(url, () => HttpResponse.json(stored)),
    http.put(url, async ({ request }) => {
      const body = (await request.json()) as Notifications;
      await gate.promise;
      stored = body;
      return HttpResponse.json(stored);
    }),
  );
  const { showToast } = renderScreen(<QuietHoursSection />, '/dashboard/configuracion');
  const from = await screen.findByLabelText('Desde');
  const to = screen.getByLabelText('Hasta');
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
