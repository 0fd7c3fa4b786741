/** Settings changed again before the last change was saved: no change is lost, and the last choice shows. */

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { expect, it } from 'vitest';
import type { ConfiguracionInput, Notifications } from '#contract/users.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import {
  errorResponse,
  mockBackend,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { FrequencySection } from './frequency-section.tsx';
import { WeeklySummarySection } from './weekly-summary-section.tsx';

setupScreenTests();

/** Leaves requests that change pending until a test answers them. @param save stores the body and returns the response */
function deferChanges<Body>(
  path: string,
  save: (body: Body) => JsonBodyType,
  method: 'put' | 'patch' = 'put',
) {
  const sent: Body[] = [];
  const pending: PromiseWithResolvers<'save' | 'refuse'>[] = [];
  server.use(
    http[method](`https://vigia.example/api/${path}`, async ({ request }) => {
      const body = (await request.json()) as Body;
      const answer = Promise.withResolvers<'save' | 'refuse'>();
      sent.push(body);
      pending.push(answer);
      return (await answer.promise) === 'save'
        ? HttpResponse.json(save(body))
        : errorResponse(503, 'unavailable', 'Ahora no.');
    }),
  );
  return {
    sent,
    async answer(how: 'save' | 'refuse') {
      await waitFor(() => expect(pending).not.toEqual([]));
      pending.shift()?.resolve(how);
    },
  };
}

async function showFrequency() {
  mockBackend({});
  const stored = {
    configuracion: { partidos: [], umbrales: {}, frecuencia: 60 },
    version: 1,
    estados: {},
  };
  server.use(http.get('https://vigia.example/api/users/config', () => HttpResponse.json(stored)));
  const changes = deferChanges<ConfiguracionInput>('users/config', ({ frecuencia }) => {
    stored.configuracion = { ...stored.configuracion, frecuencia };
    stored.version += 1;
    return stored;
  });
  const { showToast } = renderScreen(<FrequencySection />, '/dashboard/configuracion');
  const select = await screen.findByRole('combobox');
  return {
    ...changes,
    showToast,
    select,
    sent: () => changes.sent.map(({ frecuencia }) => frecuencia),
    choose: (seconds: number) => userEvent.selectOptions(select, String(seconds)),
    /** The store tells its readers of a saved value with the next frame. */
    untilSaved: (seconds: string) =>
      waitFor(() => {
        expect(select).not.toHaveAttribute('aria-busy');
        expect(select).toHaveValue(seconds);
      }),
  };
}

it('a frequency chosen while another is being saved is saved after it', async () => {
  const { select, sent, choose, answer, untilSaved, showToast } = await showFrequency();
  await choose(300);
  await waitFor(() => expect(sent()).toEqual([300]));
  await choose(900);
  expect(select).toHaveValue('900');
  expect(sent()).toEqual([300]);
  await answer('save');
  await waitFor(() => expect(sent()).toEqual([300, 900]));
  expect(select).toHaveValue('900');
  await answer('save');
  await untilSaved('900');
  expect(showToast).toHaveBeenCalledTimes(2);
});

it('a refused frequency gives way to the one saved before it, and says so', async () => {
  const { sent, choose, answer, untilSaved } = await showFrequency();
  await choose(300);
  await waitFor(() => expect(sent()).toEqual([300]));
  await choose(900);
  await answer('save');
  await answer('refuse');
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  await untilSaved('300');
  await choose(900);
  expect(screen.queryByText('Ahora no.')).not.toBeInTheDocument();
  await answer('save');
  await untilSaved('900');
});

it('a summary that another tab turned off meanwhile stays as it was pressed here', async () => {
  let stored: Notifications = { silencio: null, correo: 'activo', navegador: false };
  mockBackend({});
  server.use(
    http.get('https://vigia.example/api/users/notifications', () => HttpResponse.json(stored)),
    http.put('https://vigia.example/api/users/notifications', async ({ request }) => {
      const { resumenSemanal, ...others } = (await request.json()) as Notifications;
      stored = resumenSemanal ? { ...others, resumenSemanal } : others;
      return HttpResponse.json(stored);
    }),
  );
  renderScreen(<WeeklySummarySection />, '/dashboard/configuracion');
  const week = await screen.findByRole('switch', { name: settingsCopy.week });
  expect(week).not.toBeChecked();
  await userEvent.click(week);
  await waitFor(() => expect(stored.resumenSemanal).toBe(true));
  stored = { ...stored, correo: 'baja', resumenSemanal: false };
  await userEvent.click(week);
  await waitFor(() => expect(stored).toEqual({ silencio: null, correo: 'baja', navegador: false }));
  await waitFor(() => expect(week).not.toHaveAttribute('aria-busy'));
  await waitFor(() => expect(week).not.toBeChecked());
});
