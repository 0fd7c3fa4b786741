/** What the command menu does: each command, its list by keys, and a threshold on the next match. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Match } from '#contract/monitoring.ts';
import {
  errorResponse,
  mockBackend,
  renderScreen,
  server,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { CommandMenu, type CommandView } from './command-menu.tsx';
import { findCommands } from './find-commands.ts';

setupScreenTests();
beforeAll(stubLayout);
const scrollIntoView = vi.fn();
beforeEach(() => {
  scrollIntoView.mockClear();
  Element.prototype.scrollIntoView = scrollIntoView;
});

const next = matchSample({ id: 'm2', name: 'Chile – Perú' });
const over = matchSample({ id: 'm1', status: 'finished' });

function show(
  first: CommandView = 'menu',
  { matches = [over, next] as Match[] | Response, umbrales = { a: umbralSample() } } = {},
) {
  mockBackend({
    'GET monitoring/matches': [
      matches instanceof Response ? matches : { items: matches, nextCursor: null },
    ],
    'GET monitoring/match': [
      {
        match: matches instanceof Response ? next : (matches[1] ?? matches[0]),
        collectibles: [collectibleSample({ matchId: 'm2' })],
        statistics: null,
        categoryStatistics: null,
        history: null,
      },
    ],
    'GET monitoring/history': [
      { collectibleId: 'c1', range: '30d', points: [], gaps: [], limitedToDays: null },
    ],
    'POST monitoring/preview': [
      { firings: 0, days: 30, mails: 0, last: [], currentCents: 20_000, alreadyTrue: false },
    ],
  });
  const backend = mockSettingsBackend(settingsSample(umbrales));
  const onTheme = vi.fn();
  function Page() {
    const [view, setView] = useState<CommandView | null>(first);
    return view === null ? (
      <p>Cerrado</p>
    ) : (
      <CommandMenu view={view} onView={setView} onTheme={onTheme} />
    );
  }
  return {
    backend,
    onTheme,
    ...renderScreen(<Page />, '/dashboard', { others: [{ path: '/support', element: null }] }),
  };
}
const option = (name: RegExp | string) => screen.findByRole('option', { name });
const run = async (name: RegExp | string) => userEvent.click(await option(name));
const active = () => screen.getByRole('option', { selected: true }).textContent;
const field = () => screen.findByRole('combobox', { name: 'Un partido, una sección o una acción' });

it.each([
  [/^Resumen/, '/dashboard'],
  [/^Plan/, '/dashboard/plan'],
  [/^Crear varios umbrales/, '/dashboard/umbrales?crear=varios'],
  [/^Ayuda/, '/support'],
])('%s leads to %s, and closes the menu', async (name, path) => {
  const { address } = show();
  await run(name);
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(address()).toBe(path);
});

it('groups what it offers, with the keys that need no menu', async () => {
  show();
  await option(/^Pausar todos/);
  const list = screen.getByRole('listbox', { name: 'Resultados' });
  expect([...list.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Ir a',
    'Hacer',
  ]);
  const keys = [...list.querySelectorAll('kbd')].map(({ textContent }) => textContent);
  expect(keys).toEqual(['g r', 'g p', 'g u', 'g a', 'g c', 'g l', 'n', 't', '?']);
  expect(screen.queryByText('Nada coincide.')).toBeNull();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('changes the theme, and shows the help of keys in its place', async () => {
  const { onTheme } = show();
  await run(/^Cambiar de tema/);
  expect(onTheme).toHaveBeenCalledOnce();
  expect(screen.getByText('Cerrado')).toBeVisible();
});

it('shows the help of keys, with what comes after what, until it is closed', async () => {
  show();
  await run(/^Ver los atajos/);
  const help = await screen.findByRole('dialog', { name: 'Atajos de teclado' });
  const said = [...help.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(said).toContain('g y luego u');
  expect(said.slice(0, 3)).toEqual(['Ctrl K', 'n', 't']);
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(screen.getByText('Cerrado')).toBeVisible();
});

it('has the focus in its field, moves round its list and shows the one chosen', async () => {
  show();
  await option(/^Pausar todos/);
  expect(await field()).toHaveFocus();
  expect(active()).toMatch(/^Resumen/);
  scrollIntoView.mockClear();
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toMatch(/^Ayuda/);
  expect(scrollIntoView.mock.calls).toEqual([[{ block: 'nearest' }]]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toMatch(/^Partidos/);
  await userEvent.keyboard('{End}');
  expect(active()).toMatch(/^Ayuda/);
  await userEvent.keyboard('{Home}');
  expect(active()).toMatch(/^Resumen/);
});

it('begins at the top with another search, and says how much it finds', async () => {
  show('menu', { matches: [] });
  await field();
  await userEvent.keyboard('{End}c');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/resultados$/));
  expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('xyz');
  expect(await screen.findByText('Nada coincide.')).toBeVisible();
  expect(await field()).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(await field()).toBeVisible();
});

it('finds eight matches at most, and opens one', async () => {
  const many = Array.from({ length: 10 }, (_, n) =>
    matchSample({ id: `n${n}`, name: `Zeta ${n}` }),
  );
  const { address } = show('menu', { matches: many });
  await userEvent.type(await field(), 'zeta');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(8));
  await run(/^Zeta 7/);
  expect(address()).toBe('/dashboard/partidos/n7');
});

it('has nothing to pause where nothing runs', async () => {
  show('menu', { umbrales: { a: umbralSample({ pausa: 'usuario' }) } });
  await option(/^Ayuda/);
  await waitFor(() => expect(screen.queryByRole('option', { name: /^Pausar/ })).toBeNull());
});

it('says that nothing could be paused', async () => {
  const { showToast } = show();
  server.use(
    http.post('https://vigia.example/api/users/thresholds/batch', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
  );
  await run(/^Pausar todos/);
  await waitFor(() =>
    expect(showToast.mock.calls).toEqual([['No se han podido pausar.', 'error']]),
  );
});

it('creates a threshold on the next match to be played', async () => {
  show();
  await run(/^Crear umbral/);
  const dialog = await screen.findByRole('dialog', { name: 'Crear umbral' });
  expect(await screen.findByRole('combobox', { name: 'Partido' })).toHaveValue('Chile – Perú');
  expect(dialog).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(screen.getByText('Cerrado')).toBeVisible();
});

it('creates one on any match where none is to be played', async () => {
  show('create', { matches: [over] });
  expect(await screen.findByRole('combobox', { name: 'Partido' })).toHaveValue('España – Uruguay');
});

it.each([
  ['there are none', [], 'Todavía no hay partidos.'],
  [
    'they cannot be read',
    errorResponse(500, 'internal', 'No se han podido leer.'),
    'No se han podido leer.',
  ],
])('without matches it says why: %s', async (_why, matches, words) => {
  show('create', { matches: matches as Match[] | Response });
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(screen.getByText('Cerrado')).toBeVisible();
});

it('waits for the matches without a word', async () => {
  server.use(
    http.get('https://vigia.example/api/monitoring/matches', async () => {
      await new Promise(() => {});
      return HttpResponse.json({});
    }),
  );
  const { promise } = Promise.withResolvers<Response>();
  mockBackend({ 'GET monitoring/matches': [promise] });
  mockSettingsBackend(settingsSample());
  renderScreen(<CommandMenu view="create" onView={() => {}} onTheme={() => {}} />, '/dashboard');
  await act(async () => {});
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('finds a command by the beginnings of its words, in any order and without accents', () => {
  const commands = ['Crear varios umbrales', 'Configuración', 'Ayuda'].map((label) => ({
    id: label,
    group: 'x',
    label,
    run: () => {},
  }));
  const found = (q: string) => findCommands(commands, q).map(({ label }) => label);
  expect(found('umb  cre')).toEqual(['Crear varios umbrales']);
  expect(found('CONFIGURACION')).toEqual(['Configuración']);
  expect(found('figura')).toEqual([]);
  expect(found('crear ayuda')).toEqual([]);
  expect(found(' ')).toHaveLength(3);
});
