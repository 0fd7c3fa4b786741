/** What the command menu does: each command, its list by keys, and a threshold on the next match. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Match } from '#contract/monitoring.ts';
import { commandCopy } from '#src/copy/command-texts.ts';
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
const field = () => screen.findByRole('combobox', { name: commandCopy.hint });

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

it('shows the help of keys, with what comes after what, until it is closed', async () => {
  show();
  await run(/^Ver los atajos/);
  const help = await screen.findByRole('dialog', { name: commandCopy.keysTitle });
  const said = within(help)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
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

it('says that nothing could be paused', async () => {
  const { showToast } = show();
  server.use(
    http.post('https://vigia.example/api/users/thresholds/batch', () =>
      errorResponse(503, 'unavailable', 'Ahora no.'),
    ),
  );
  await run(/^Pausar todos/);
  await waitFor(() => expect(showToast.mock.calls).toEqual([[commandCopy.notPaused, 'error']]));
});

it('creates a threshold on the next match to be played', async () => {
  show();
  await run(/^Crear umbral/);
  const dialog = await screen.findByRole('dialog', { name: commandCopy.create });
  expect(await screen.findByRole('combobox', { name: 'Partido' })).toHaveValue('Chile – Perú');
  expect(dialog).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(screen.getByText('Cerrado')).toBeVisible();
});

it.each([
  ['there are none', [], commandCopy.noMatches],
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
