/** Alert history on a real store: paging, marking as read, failed mails, and errors. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
import { alertDetailsCopy, alertsCopy } from '#src/copy/alerts.ts';
import * as downloads from '#src/features/downloads/download-file.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  errorResponse,
  press,
  profile,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { settingsSample } from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { AlertsScreen } from './alerts-screen.tsx';

setupScreenTests();

const api = (path: string) => `https://vigia.example/api/users/${path}`;
const reasons = () => screen.findAllByRole('button', { name: /^¿Por qué me llegó\?/ });
/** By text: computing the accessible names of many rows is slow. */
const rows = () => screen.queryAllByText(alertDetailsCopy.whyReceived).length;

/** A backend with these alerts, newest first. @returns its state; `failsFor` makes a request fail */
function mockAlertBackend(alerts: readonly AlertItem[], plan = 'premium') {
  const backend = {
    alerts: [...alerts],
    failsFor: (_url: URL) => false,
    failedChanges: 0,
    /** The last question for the history. */
    asked: new URLSearchParams(),
    /** What was marked as read. */
    changes: [] as unknown[],
  };
  const unread = () => backend.alerts.filter(({ read }) => !read).length;
  server.use(
    http.get(api('profile'), () => HttpResponse.json({ ...profile(), plan })),
    http.get(api('notifications'), () =>
      HttpResponse.json({ silencio: null, correo: 'activo', navegador: false }),
    ),
    http.get(api('config'), () =>
      HttpResponse.json({
        configuracion: { partidos: [], umbrales: {}, frecuencia: 60 },
        version: 1,
        estados: {},
      }),
    ),
    http.get('https://vigia.example/api/monitoring/matches', () =>
      HttpResponse.json({ items: [], nextCursor: null }),
    ),
    http.get(api('alerts'), ({ request }) => {
      const url = new URL(request.url);
      if (backend.failsFor(url)) return errorResponse(503, 'unavailable', 'Vuelve en un momento.');
      if (url.searchParams.get('limit') === '50') backend.asked = url.searchParams;
      const wanted = backend.alerts.filter(
        ({ read, delivery }) =>
          (url.searchParams.get('unread') === null || !read) &&
          (url.searchParams.get('failed') === null || delivery.state === 'failed'),
      );
      const from = Number(url.searchParams.get('cursor') ?? 0);
      const next = from + Number(url.searchParams.get('limit'));
      return HttpResponse.json({
        items: wanted.slice(from, next),
        nextCursor: next < wanted.length ? String(next) : null,
        unread: unread(),
      });
    }),
    http.patch(api('alerts'), async ({ request }) => {
      if (backend.failsFor(new URL(request.url))) {
        backend.failedChanges += 1;
        return errorResponse(503, 'unavailable', 'Ahora no.');
      }
      const change = (await request.json()) as { ids?: string[] };
      backend.changes.push(change);
      const { ids } = change;
      backend.alerts = backend.alerts.map((alert) =>
        ids === undefined || ids.includes(alert.id) ? { ...alert, read: true } : alert,
      );
      return HttpResponse.json({ unread: unread() });
    }),
  );
  return backend;
}

const many = (amount: number) =>
  Array.from({ length: amount }, (_, index) =>
    alertSample({ id: String(1_000 - index), read: true }),
  );

describe('without an alert yet', () => {
  it('leads to the matches, and has nothing to filter nor to mark', async () => {
    mockAlertBackend([]);
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByText(alertsCopy.emptyTitle)).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(alertsCopy.title);
    expect(screen.getByRole('link', { name: alertsCopy.toMatches })).toBeVisible();
    expect(screen.queryByRole('form', { name: alertsCopy.filter })).toBeNull();
    expect(screen.queryByRole('button', { name: alertsCopy.markAll })).toBeNull();
    expect(screen.queryByRole('button', { name: alertsCopy.more })).toBeNull();
  });

  it('but with thresholds, to them', async () => {
    mockAlertBackend([]);
    server.use(
      http.get(api('config'), () => HttpResponse.json(settingsSample({ t1: umbralSample() }))),
    );
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByRole('link', { name: alertsCopy.toThresholds })).toHaveAttribute(
      'href',
      '/dashboard/umbrales',
    );
  });
});

describe('filters', () => {
  const of = (id: string, matchId: string, matchName: string) =>
    alertSample({ id, matchId, matchName, read: true });

  it('offer watched matches and those of the alerts by name, and are asked of the server', async () => {
    const backend = mockAlertBackend([
      of('2', 'm2', 'Perú – Chile'),
      of('1', 'm1', 'Angola – Mali'),
    ]);
    server.use(
      http.get('https://vigia.example/api/monitoring/matches', () =>
        HttpResponse.json({ items: [{ id: 'm9', name: 'Ávila – Olot' }], nextCursor: null }),
      ),
    );
    const { address } = renderScreen(<AlertsScreen />, '/dashboard/alertas');
    const match = await screen.findByLabelText(alertsCopy.match);
    await waitFor(() =>
      expect(
        within(match)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual([alertsCopy.everyMatch, 'Angola – Mali', 'Ávila – Olot', 'Perú – Chile']),
    );
    expect(screen.queryByRole('button', { name: alertsCopy.clear })).toBeNull();
    await userEvent.selectOptions(match, 'Ávila – Olot');
    fireEvent.change(screen.getByLabelText(alertsCopy.since), { target: { value: '2026-10-22' } });
    await press(alertsCopy.failed);
    const since = new Date('2026-10-22T00:00').toISOString();
    await waitFor(() =>
      expect(Object.fromEntries(backend.asked)).toEqual({
        match: 'm9',
        since,
        failed: 'true',
        limit: '50',
      }),
    );
    expect(address()).toBe('/dashboard/alertas?partido=m9&desde=2026-10-22&ver=con-fallo');
    expect(screen.getByRole('option', { selected: true, name: 'Ávila – Olot' })).toBeVisible();
    await userEvent.click((await screen.findAllByText(alertsCopy.clear))[0] as HTMLElement);
    expect(address()).toBe('/dashboard/alertas');
    await waitFor(() => expect(rows()).toBe(2));
  });
});

describe('a long history', () => {
  it('loads page by page; a page that fails leaves the others and can be retried', async () => {
    const backend = mockAlertBackend(many(60));
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    await waitFor(() => expect(rows()).toBe(50));
    backend.failsFor = (url) => url.searchParams.has('cursor');
    await userEvent.click(await screen.findByText(alertsCopy.more));
    expect(await screen.findByText('Vuelve en un momento.')).toBeVisible();
    await waitFor(() => expect(rows()).toBe(50));
    backend.failsFor = () => false;
    await userEvent.click(screen.getByText('Reintentar'));
    await waitFor(() => expect(rows()).toBe(60));
    expect(screen.queryByText(alertsCopy.more)).not.toBeInTheDocument();
  });

  it('does not show the alerts of one filter under another that cannot be read', async () => {
    const backend = mockAlertBackend(many(2));
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    await waitFor(() => expect(rows()).toBe(2));
    backend.failsFor = (url) => url.searchParams.has('unread');
    await press(/^Sin leer/);
    expect(await screen.findByText('Vuelve en un momento.')).toBeVisible();
    expect(rows()).toBe(0);
    backend.failsFor = () => false;
    await press('Reintentar');
    expect(await screen.findByText(alertsCopy.noneUnread)).toBeVisible();
  });

  it('is exported whole as JSON, however many pages it has', async () => {
    const downloadFile = vi.spyOn(downloads, 'downloadFile').mockReturnValue();
    const alerts = many(1_200);
    mockAlertBackend(alerts);
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    await userEvent.click(await screen.findByText(alertsCopy.exportAs.json));
    await waitFor(() => expect(downloadFile).toHaveBeenCalled());
    const [{ name, text }] = downloadFile.mock.calls[0] ?? [{ name: '', text: '{}' }];
    expect([name, JSON.parse(text)]).toEqual([alertsCopy.fileNames.json, { items: alerts }]);
  });

  it('is not offered as a file where the plan has none', async () => {
    mockAlertBackend(many(1), 'basico');
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByText(/Exportar el historial es de los planes/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Exportar/ })).not.toBeInTheDocument();
  });
});

it.each([
  ['?ver=sin-leer', alertsCopy.noneUnread],
  ['?partido=m1', alertsCopy.noneFound],
])('an empty list says why it is empty: %s', async (search, title) => {
  mockAlertBackend([]);
  renderScreen(<AlertsScreen />, `/dashboard/alertas${search}`);
  expect(await screen.findByText(title)).toBeVisible();
});

describe('reading', () => {
  it('an alert keeps it in the list of unread ones, and its URL', async () => {
    const backend = mockAlertBackend([alertSample({ id: '2' }), alertSample({ id: '1' })]);
    const { address } = renderScreen(<AlertsScreen />, '/dashboard/alertas?ver=sin-leer');
    const [, older] = await reasons();
    if (older === undefined) throw new Error('there are two');
    await userEvent.click(older);
    expect(await screen.findByRole('heading', { level: 1, name: 'Una sin leer' })).toBeVisible();
    await waitFor(() => expect(backend.alerts.map(({ read }) => read)).toEqual([false, true]));
    expect(address()).toBe('/dashboard/alertas?ver=sin-leer&alerta=1');
    expect(screen.getByText('187,40 €', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText(/^Si sube a 185,40.€ y cruza otra vez$/)).toBeVisible();
    expect(await reasons()).toHaveLength(2);
    await press(alertsCopy.all);
    expect(address()).toBe('/dashboard/alertas');
  });

  it('all at once leaves nothing to be marked', async () => {
    const backend = mockAlertBackend([alertSample({ id: '2' }), alertSample({ id: '1' })]);
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByRole('heading', { name: 'Dos sin leer' })).toBeVisible();
    await press(alertsCopy.markAll);
    expect(await screen.findByRole('heading', { name: 'Todo leído' })).toBeVisible();
    await waitFor(() => expect(backend.alerts.map(({ read }) => read)).toEqual([true, true]));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: alertsCopy.markAll })).toBeDisabled(),
    );
  });

  it('that the server refuses to store leaves it unread', async () => {
    const backend = mockAlertBackend([alertSample()]);
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByRole('heading', { name: 'Una sin leer' })).toBeVisible();
    backend.failsFor = () => true;
    await press(alertsCopy.markAll);
    await waitFor(() => expect(backend.failedChanges).toBe(1));
    expect(await screen.findByRole('heading', { name: 'Una sin leer' })).toBeVisible();
    expect(screen.getByText(', sin leer')).toBeInTheDocument();
  });

  it('shows a mail that failed for good, until its alert is read', async () => {
    const failed = { state: 'failed', attempts: 9, sentAt: null } as const;
    mockAlertBackend([alertSample({ id: '3' }), alertSample({ id: '2', delivery: failed })]);
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    await press(alertsCopy.seeUnsent);
    await waitFor(() => expect(rows()).toBe(1));
    expect(screen.getByText('9 intentos')).toBeVisible();
    await press(/^¿Por qué me llegó\?/);
    await waitFor(() => expect(screen.queryByText(alertsCopy.unsent)).not.toBeInTheDocument());
  });
});

it('says why it cannot be read, never that all has been read', async () => {
  const backend = mockAlertBackend([alertSample()]);
  backend.failsFor = () => true;
  renderScreen(<AlertsScreen />, '/dashboard/alertas');
  expect(await screen.findByText('Vuelve en un momento.')).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(alertsCopy.title);
  backend.failsFor = () => false;
  await press('Reintentar');
  expect(await screen.findByRole('heading', { name: 'Una sin leer' })).toBeVisible();
});

describe('one after another', () => {
  const three = () => ['3', '2', '1'].map((id) => alertSample({ id, read: id === '2' }));
  const expanded = async () =>
    (await reasons()).map((button) => button.getAttribute('aria-expanded') === 'true');
  const toggle = async (index: number) => userEvent.click((await reasons())[index] as HTMLElement);

  it('one is open at most, and the address says which; each unread one is marked as read, alone', async () => {
    const backend = mockAlertBackend(three());
    const { address } = renderScreen(<AlertsScreen />, '/dashboard/alertas');
    await toggle(0);
    await waitFor(() => expect(backend.changes).toEqual([{ read: true, ids: ['3'] }]));
    expect([await expanded(), address()]).toEqual([
      [true, false, false],
      '/dashboard/alertas?alerta=3',
    ]);
    await toggle(1);
    await waitFor(() => expect(address()).toBe('/dashboard/alertas?alerta=2'));
    expect(await expanded()).toEqual([false, true, false]);
    await toggle(1);
    await waitFor(() => expect(address()).toBe('/dashboard/alertas'));
    expect(await expanded()).toEqual([false, false, false]);
    await toggle(2);
    await waitFor(() => expect(backend.changes).toHaveLength(2));
    expect(backend.changes[1]).toEqual({ read: true, ids: ['1'] });
  });
});

it.each([
  ['?ver=sin-leer', { unread: 'true' }],
  ['?ver=con-fallo', { failed: 'true' }],
  ['?umbral=t1', { threshold: 't1' }],
  ['?desde=2026-10-22', { since: new Date('2026-10-22T00:00').toISOString() }],
  ['?desde=22-10-2026', {}],
  ['?desde=2026', {}],
  ['', {}],
])('asks the server for what the address says: %s', async (search, asked) => {
  const backend = mockAlertBackend(many(1));
  renderScreen(<AlertsScreen />, `/dashboard/alertas${search}`);
  await waitFor(() => expect(Object.fromEntries(backend.asked)).toEqual({ ...asked, limit: '50' }));
  const isFiltered = Object.keys(asked).length > 0;
  await waitFor(() =>
    expect(screen.queryAllByRole('button', { name: alertsCopy.clear }).length > 0).toBe(isFiltered),
  );
});

it('is exported as CSV', async () => {
  const downloadFile = vi.spyOn(downloads, 'downloadFile').mockReturnValue();
  mockAlertBackend(many(1), 'elite');
  server.use(
    http.get(api('alerts'), ({ request }) =>
      request.headers.get('accept') === 'text/csv' ? new HttpResponse('fecha\n') : undefined,
    ),
  );
  renderScreen(<AlertsScreen />, '/dashboard/alertas');
  expect(await screen.findByText('Tu plan muestra todo el historial.')).toBeVisible();
  await press(alertsCopy.exportAs.csv);
  await waitFor(() =>
    expect(downloadFile).toHaveBeenCalledExactlyOnceWith({
      name: alertsCopy.fileNames.csv,
      type: 'text/csv',
      text: 'fecha\n',
    }),
  );
});
