/** Alert history on a real store: paging, marking as read, failed mails, and errors. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { AlertItem } from '#contract/alerts.ts';
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
/** By class: computing the accessible names of many rows is slow. */
const rows = () => document.querySelectorAll('.al').length;

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

it('names collectibles that share a category apart', async () => {
  const alert = (id: string, category: string, collectibleName: string) =>
    alertSample({ id, category, collectibleName, read: true });
  mockAlertBackend([
    alert('3', '1', 'Grada norte'),
    alert('2', '1', 'Grada sur'),
    alert('1', '2', 'Categoría 2'),
  ]);
  renderScreen(<AlertsScreen />, '/dashboard/alertas');
  const names = ['Categoría 1 · Grada norte', 'Categoría 1 · Grada sur', 'Categoría 2'];
  const shown = (await reasons()).map((button) => button.getAttribute('aria-label'));
  expect(shown).toEqual(
    names.map((name) => expect.stringContaining(`¿Por qué me llegó? España – Uruguay, ${name}, `)),
  );
  for (const name of names) expect(screen.getByText(name)).toBeVisible();
});

describe('without an alert yet', () => {
  it('leads to the matches, and has nothing to filter nor to mark', async () => {
    mockAlertBackend([]);
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByText('Aún no ha cruzado nada')).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Alertas');
    expect(screen.getByRole('link', { name: 'Elegir un partido' })).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Filtrar alertas' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Marcar todas como leídas' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull();
  });

  it('but with thresholds, to them', async () => {
    mockAlertBackend([]);
    server.use(
      http.get(api('config'), () => HttpResponse.json(settingsSample({ t1: umbralSample() }))),
    );
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByRole('link', { name: 'Ver tus umbrales' })).toHaveAttribute(
      'href',
      '/dashboard/umbrales',
    );
  });
});

it('says how often thresholds are checked, and when no mail goes out', async () => {
  mockAlertBackend(many(1));
  const silencio = { desde: '23:00', hasta: '07:00', zona: 'Europe/Madrid' };
  server.use(
    http.get(api('notifications'), () =>
      HttpResponse.json({ silencio, correo: 'activo', navegador: false }),
    ),
  );
  renderScreen(<AlertsScreen />, '/dashboard/alertas');
  expect(await screen.findByText(/^Comprobación cada minuto/)).toBeVisible();
  expect(await screen.findByText(/silencio de 23:00 a 07:00/)).toBeVisible();
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
    const match = await screen.findByLabelText('Partido');
    await waitFor(() =>
      expect(
        within(match)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['Todos', 'Angola – Mali', 'Ávila – Olot', 'Perú – Chile']),
    );
    expect(screen.queryByRole('button', { name: 'Quitar filtros' })).toBeNull();
    await userEvent.selectOptions(match, 'Ávila – Olot');
    fireEvent.change(screen.getByLabelText('Desde'), { target: { value: '2026-10-22' } });
    await press('Con fallo');
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
    await userEvent.click((await screen.findAllByText('Quitar filtros'))[0] as HTMLElement);
    expect(address()).toBe('/dashboard/alertas');
    await waitFor(() => expect(rows()).toBe(2));
  });

  it('of the address stay visible when no alert has them, and a day that is none is ignored', async () => {
    const backend = mockAlertBackend([]);
    renderScreen(<AlertsScreen />, '/dashboard/alertas?partido=m7&desde=2026-13-45');
    expect(await screen.findByLabelText('Partido')).toHaveValue('m7');
    expect(screen.getByLabelText('Desde')).toHaveValue('');
    await waitFor(() =>
      expect(Object.fromEntries(backend.asked)).toEqual({ match: 'm7', limit: '50' }),
    );
  });

  it('are cleared from where it says that no alert has them', async () => {
    mockAlertBackend([]);
    const shown = '/dashboard/alertas?partido=m7&ver=con-fallo';
    const { address } = renderScreen(<AlertsScreen />, shown);
    const said = (await screen.findByText('Ninguna alerta es así')).parentElement as HTMLElement;
    await userEvent.click(within(said).getByRole('button', { name: 'Quitar filtros' }));
    expect(address()).toBe('/dashboard/alertas');
  });
});

it('an export that fails says why until the next one', async () => {
  const downloadFile = vi.spyOn(downloads, 'downloadFile').mockReturnValue();
  const backend = mockAlertBackend(many(1));
  renderScreen(<AlertsScreen />, '/dashboard/alertas');
  await screen.findByText('Tu plan muestra 1 año de historial.');
  backend.failsFor = () => true;
  await press('Exportar JSON');
  expect(await screen.findByRole('alert')).toHaveTextContent('Vuelve en un momento.');
  expect(downloadFile).not.toHaveBeenCalled();
  backend.failsFor = () => false;
  await press('Exportar JSON');
  await waitFor(() => expect(downloadFile).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('a long history', () => {
  it('loads page by page; a page that fails leaves the others and can be retried', async () => {
    const backend = mockAlertBackend(many(60));
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    await waitFor(() => expect(rows()).toBe(50));
    backend.failsFor = (url) => url.searchParams.has('cursor');
    await userEvent.click(await screen.findByText('Ver más'));
    expect(await screen.findByText('Vuelve en un momento.')).toBeVisible();
    await waitFor(() => expect(rows()).toBe(50));
    backend.failsFor = () => false;
    await userEvent.click(screen.getByText('Reintentar'));
    await waitFor(() => expect(rows()).toBe(60));
    expect(screen.queryByText('Ver más')).not.toBeInTheDocument();
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
    expect(await screen.findByText('No queda nada por leer')).toBeVisible();
  });

  it('is exported whole as JSON, however many pages it has', async () => {
    const downloadFile = vi.spyOn(downloads, 'downloadFile').mockReturnValue();
    const alerts = many(1_200);
    mockAlertBackend(alerts);
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    await userEvent.click(await screen.findByText('Exportar JSON'));
    await waitFor(() => expect(downloadFile).toHaveBeenCalled());
    const [{ name, text }] = downloadFile.mock.calls[0] ?? [{ name: '', text: '{}' }];
    expect([name, JSON.parse(text)]).toEqual(['alertas.json', { items: alerts }]);
  });

  it('is not offered as a file where the plan has none', async () => {
    mockAlertBackend(many(1), 'basico');
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByText(/Exportar el historial es de los planes/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Exportar/ })).not.toBeInTheDocument();
  });
});

it.each([
  ['?ver=sin-leer', 'No queda nada por leer'],
  ['?partido=m1', 'Ninguna alerta es así'],
])('an empty list says why it is empty: %s', async (search, title) => {
  mockAlertBackend([]);
  renderScreen(<AlertsScreen />, `/dashboard/alertas${search}`);
  expect(await screen.findByText(title)).toBeVisible();
});

it.each([
  ['?umbral=t1', true],
  ['?partido=m1', false],
])('says that its alerts are those of one threshold, when they are: %s', async (search, isOne) => {
  mockAlertBackend([]);
  renderScreen(<AlertsScreen />, `/dashboard/alertas${search}`);
  expect(await screen.findByText('Ninguna alerta es así')).toBeVisible();
  expect(screen.queryAllByText('Solo las de un umbral.')).toHaveLength(isOne ? 1 : 0);
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
    await press('Todas');
    expect(address()).toBe('/dashboard/alertas');
  });

  it('all at once leaves nothing to be marked', async () => {
    const backend = mockAlertBackend([alertSample({ id: '2' }), alertSample({ id: '1' })]);
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByRole('heading', { name: 'Dos sin leer' })).toBeVisible();
    await press('Marcar todas como leídas');
    expect(await screen.findByRole('heading', { name: 'Todo leído' })).toBeVisible();
    await waitFor(() => expect(backend.alerts.map(({ read }) => read)).toEqual([true, true]));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Marcar todas como leídas' })).toBeDisabled(),
    );
  });

  it('that the server refuses to store leaves it unread', async () => {
    const backend = mockAlertBackend([alertSample()]);
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByRole('heading', { name: 'Una sin leer' })).toBeVisible();
    backend.failsFor = () => true;
    await press('Marcar todas como leídas');
    await waitFor(() => expect(backend.failedChanges).toBe(1));
    expect(await screen.findByRole('heading', { name: 'Una sin leer' })).toBeVisible();
    expect(screen.getByText(', sin leer')).toBeInTheDocument();
  });

  it('that the server refuses is requested once, not repeatedly', async () => {
    const backend = mockAlertBackend([
      alertSample({ id: '2' }),
      alertSample({ id: '1', read: true }),
    ]);
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    const [unread, known] = await reasons();
    if (unread === undefined || known === undefined) throw new Error('there are two');
    backend.failsFor = () => true;
    await userEvent.click(unread);
    await waitFor(() => expect(backend.failedChanges).toBe(1));
    expect(await screen.findByRole('heading', { name: 'Una sin leer' })).toBeVisible();
    await userEvent.click(known);
    await screen.findByText('Tu umbral');
    expect(backend.failedChanges).toBe(1);
  });

  it.each(['sent', 'failed', 'none', 'pending'] as const)(
    'has one mark for a mail that is %s',
    async (state) => {
      mockAlertBackend([alertSample({ delivery: { state, attempts: 0, sentAt: null } })]);
      renderScreen(<AlertsScreen />, '/dashboard/alertas');
      await reasons();
      expect(document.querySelectorAll('.deliv svg')).toHaveLength(1);
    },
  );

  it('says what the other channels got', async () => {
    const to = (name: string, state: 'sent' | 'failed') =>
      ({ channelId: name, kind: 'ntfy', name, state, attempts: 1, sentAt: null }) as const;
    const channels = [to('ntfy', 'sent'), to('Telegram', 'sent'), to('Mi robot', 'failed')];
    mockAlertBackend([alertSample({ channels })]);
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByText('Entregada en ntfy y Telegram')).toBeVisible();
    expect(screen.getByText('No ha llegado a Mi robot')).toBeVisible();
  });

  it('shows a mail that failed for good, until its alert is read', async () => {
    const failed = { state: 'failed', attempts: 9, sentAt: null } as const;
    mockAlertBackend([alertSample({ id: '3' }), alertSample({ id: '2', delivery: failed })]);
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    await press('Ver cuál');
    await waitFor(() => expect(rows()).toBe(1));
    expect(screen.getByText('9 intentos')).toBeVisible();
    await press(/^¿Por qué me llegó\?/);
    await waitFor(() =>
      expect(screen.queryByText('Un correo no ha llegado.')).not.toBeInTheDocument(),
    );
  });
});

it('says why it cannot be read, never that all has been read', async () => {
  const backend = mockAlertBackend([alertSample()]);
  backend.failsFor = () => true;
  renderScreen(<AlertsScreen />, '/dashboard/alertas');
  expect(await screen.findByText('Vuelve en un momento.')).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Alertas');
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

  it('a link to one opens it', async () => {
    mockAlertBackend(three());
    renderScreen(<AlertsScreen />, '/dashboard/alertas?alerta=2');
    await waitFor(() => expect(rows()).toBe(3));
    expect(await expanded()).toEqual([false, true, false]);
  });

  it('marking all is one change of all', async () => {
    const backend = mockAlertBackend(three());
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByRole('heading', { name: 'Dos sin leer' })).toBeVisible();
    await press('Marcar todas como leídas');
    await waitFor(() => expect(backend.changes).toEqual([{ read: true, all: true }]));
  });

  it('the filter of unread ones says how many there are, to a screen reader', async () => {
    mockAlertBackend(three());
    renderScreen(<AlertsScreen />, '/dashboard/alertas');
    expect(await screen.findByRole('button', { name: /^Sin leer\s*\(2\)$/ })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    for (const name of ['Todas', 'Con fallo'])
      expect(screen.getByRole('button', { name })).toHaveAttribute(
        'aria-pressed',
        String(name === 'Todas'),
      );
    await press('Marcar todas como leídas');
    expect(await screen.findByRole('button', { name: 'Sin leer' })).toBeVisible();
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
  const day = await screen.findByLabelText('Desde');
  expect(day.matches('.is-empty')).toBe(!('since' in asked));
  await waitFor(() =>
    expect(screen.queryAllByRole('button', { name: 'Quitar filtros' }).length > 0).toBe(isFiltered),
  );
});

it('while a filter is asked for after a failure, it says that it loads, not that there is nothing', async () => {
  const backend = mockAlertBackend([alertSample()]);
  backend.failsFor = () => true;
  renderScreen(<AlertsScreen />, '/dashboard/alertas');
  expect(await screen.findByText('Vuelve en un momento.')).toBeVisible();
  const loading = { name: 'Cargando tus alertas' };
  expect(screen.queryByRole('status', loading)).toBeNull();
  expect(screen.getByRole('button', { name: 'Marcar todas como leídas' })).toBeDisabled();
  const answer = Promise.withResolvers<void>();
  backend.failsFor = () => false;
  server.use(
    http.get(api('alerts'), async () => {
      await answer.promise;
      return undefined;
    }),
  );
  await press(/^Sin leer/);
  expect(await screen.findByRole('status', loading)).toBeVisible();
  for (const words of ['Vuelve en un momento.', 'No queda nada por leer', 'Ninguna alerta es así'])
    expect(screen.queryByText(words)).toBeNull();
  answer.resolve();
  await waitFor(() => expect(rows()).toBe(1));
  expect(screen.queryByRole('status', loading)).toBeNull();
});

it('an alert that there is says no word of none, nor of more', async () => {
  mockAlertBackend([alertSample()]);
  renderScreen(<AlertsScreen />, '/dashboard/alertas');
  await waitFor(() => expect(rows()).toBe(1));
  for (const words of ['Aún no ha cruzado nada', 'Ninguna alerta es así', 'Ver más', 'Reintentar'])
    expect(screen.queryByText(words)).toBeNull();
  expect(screen.queryByText(/silencio de/)).toBeNull();
  expect(screen.queryByText('Un correo no ha llegado.')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/^Exportar el historial es/)).toBeNull();
});

it('a later page that fails leaves no button beside its retry', async () => {
  const backend = mockAlertBackend(many(60));
  renderScreen(<AlertsScreen />, '/dashboard/alertas');
  await waitFor(() => expect(rows()).toBe(50));
  backend.failsFor = (url) => url.searchParams.has('cursor');
  await userEvent.click(await screen.findByText('Ver más'));
  expect(await screen.findByText('Reintentar')).toBeVisible();
  expect(screen.queryByText('Ver más')).toBeNull();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
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
  await press('Exportar CSV');
  await waitFor(() =>
    expect(downloadFile).toHaveBeenCalledExactlyOnceWith({
      name: 'alertas.csv',
      type: 'text/csv',
      text: 'fecha\n',
    }),
  );
});

it('without the account it says neither how often thresholds are checked nor what the plan shows', async () => {
  mockAlertBackend(many(1));
  server.use(http.get(api('profile'), () => errorResponse(503, 'unavailable', 'Ahora no.')));
  renderScreen(<AlertsScreen />, '/dashboard/alertas');
  await waitFor(() => expect(rows()).toBe(1));
  expect(screen.queryByText(/^Comprobación|^Tu plan muestra/)).toBeNull();
});
