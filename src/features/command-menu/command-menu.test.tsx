/** The command menu: opened by keys, searched, chosen by arrows or a press, and what each command does. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { commandCopy as copy } from '#src/copy/command-texts.ts';
import { thresholdFormCopy } from '#src/copy/threshold-form-texts.ts';
import {
  errorResponse,
  mockBackend,
  mockRoute,
  press,
  renderScreen,
  sessionActions,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import {
  collectibleSample,
  historySample,
  matchSample,
  previewSample,
  umbralSample,
} from '#tests/support/threshold-samples.ts';
import { useCommandMenu } from './use-command-menu.tsx';

beforeEach(() => void delete document.documentElement.dataset.theme);

const next = matchSample({ id: 'm2', name: 'Chile – Perú' });
const umbrales = { a: umbralSample(), b: umbralSample(), c: umbralSample({ pause: 'user' }) };

function Page() {
  const { open, dialog } = useCommandMenu();
  return (
    <>
      <button type="button" onClick={() => open('menu')}>
        Abrir
      </button>
      <input aria-label="Un campo" />
      {dialog}
    </>
  );
}
/** @param matches what is answered with @param found what a search finds beside them */
function show(
  matches: unknown = [matchSample({ status: 'finished' }), next],
  found: { readonly thresholds: unknown[]; readonly collectibles: unknown[] } = {
    thresholds: [],
    collectibles: [],
  },
) {
  const signOut = vi.fn();
  const requests = mockBackend({
    'GET monitoring/matches': [
      matches instanceof Response ? matches : { items: matches, nextCursor: null },
    ],
    'GET monitoring/match': [
      {
        match: next,
        collectibles: [collectibleSample({ matchId: 'm2' })],
        statistics: null,
        categoryStatistics: null,
        history: null,
      },
    ],
    'GET monitoring/history': [historySample()],
    'POST monitoring/preview': [previewSample()],
    'GET users/thresholds': [{ items: found.thresholds, nextCursor: null, byStatus: {} }],
    'GET monitoring/raw': [{ items: found.collectibles, nextCursor: null }],
  });
  const backend = mockSettingsBackend(settingsSample(umbrales));
  const others = [{ path: '/support', element: null }];
  const sessionPart = { actions: { ...sessionActions, signOut } };
  const rendered = renderScreen(<Page />, '/dashboard', { others, sessionPart });
  return { backend, requests, signOut, ...rendered };
}
const field = () => screen.findByRole('combobox', { name: copy.hint });
const option = (name: RegExp | string) => screen.findByRole('option', { name });
const active = () => screen.getByRole('option', { selected: true });
/** Opens the menu and presses a command. */
async function run(name: RegExp | string): Promise<void> {
  await press('Abrir');
  await userEvent.click(await option(name));
}

it('opens with Ctrl K, finds a section without its accent, and goes there with Enter', async () => {
  const { address } = show();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await field(), 'configuracion');
  expect(active()).toHaveTextContent('Configuración');
  await userEvent.keyboard('{Enter}');
  expect(address()).toBe('/dashboard/configuracion');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('has the focus in its field, moves round its list and shows the one chosen', async () => {
  show();
  await press('Abrir');
  await option(copy.pauseAll);
  expect(await field()).toHaveFocus();
  expect(active()).toHaveTextContent(/^Resumen/);
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  for (const [keys, chosen] of [
    ['{ArrowUp}', copy.signOut],
    ['{ArrowDown}{ArrowDown}', /^Partidos/],
    ['{End}', copy.signOut],
    ['{Home}', /^Resumen/],
  ] as const) {
    await userEvent.keyboard(keys);
    expect(active()).toHaveTextContent(chosen);
    expect(await field()).toHaveAttribute('aria-activedescendant', active().id);
  }
  expect(scrollIntoView).toHaveBeenCalledWith({ block: 'nearest' });
});

it('finds eight matches at most, on the server, and opens one', async () => {
  const many = Array.from({ length: 10 }, (_, n) =>
    matchSample({ id: `n${n}`, name: `Zeta ${n}` }),
  );
  const { address, requests } = show(many);
  await press('Abrir');
  await userEvent.type(await field(), 'zeta');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(8));
  await waitFor(() => expect(requests.join()).toContain('q=zeta'));
  await userEvent.click(await option(/^Zeta 7.*Sevilla/));
  expect(address()).toBe('/dashboard/partidos/n7');
});

it('leads to what is found and to what it lists, closes each time, and signs out', async () => {
  const umbral = { id: 'a', matchId: 'm2', matchName: next.name, part: 'Categoría 1' };
  const { address, hash, signOut } = show([], {
    thresholds: [{ ...umbral, threshold: umbralSample({ value: 18_000 }) }],
    collectibles: [collectibleSample({ id: 'c9', category: 'Palco' })],
  });
  for (const [words, name, path] of [
    ['webhook', /^Canales/, '/dashboard/configuracion#canales'],
    ['contrasena', /^Contraseña/, '/dashboard/configuracion#clave'],
    ['exportar', copy.files, '/dashboard/umbrales?archivo=umbrales'],
    ['palco', /^Palco.*España – Uruguay/, '/dashboard/partidos/m1?c=c9'],
    ['https://mercado.example/9', /^Palco.*España – Uruguay/, '/dashboard/partidos/m1?c=c9'],
    ['final', /^Chile – Perú.*Categoría 1, baja de 180/, '/dashboard/partidos/m2?umbral=a'],
    ['', /^Umbrales/, '/dashboard/umbrales'],
    ['', copy.createMany, '/dashboard/umbrales?crear=varios'],
    ['', copy.signOut, '/dashboard/umbrales?crear=varios'],
    ['', copy.help, '/support'],
  ] as const) {
    await press('Abrir');
    await field();
    if (words !== '') await userEvent.paste(words);
    await userEvent.click(await option(name));
    expect([words, address() + hash()]).toEqual([words, path]);
    expect(screen.queryByRole('dialog')).toBeNull();
  }
  expect(signOut).toHaveBeenCalledOnce();
});

it('shows the help of keys, with what comes after what, until it is closed', async () => {
  show();
  await run(new RegExp(copy.keys));
  const help = await screen.findByRole('dialog', { name: copy.keysTitle });
  const said = within(help)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
  expect(said).toContain(`g ${copy.sequence} u`);
  expect(said.slice(0, 3)).toEqual(['Ctrl K', 'n', 't']);
  await press('Cerrar');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('pauses every threshold as one batch and undoes it, or says that nothing could be paused', async () => {
  const { backend, showToast } = show();
  await run(copy.pauseAll);
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  expect(backend.sent).toEqual(['change a, change b']);
  showToast.mock.calls[0]?.[2].run();
  const pauses = () =>
    Object.values(backend.settings.configuracion.umbrales).map(({ pause }) => pause);
  await waitFor(() => expect(pauses()).toEqual([null, null, 'user']));
  mockRoute('POST users/thresholds/batch', errorResponse(503, 'unavailable', 'Ahora no.'));
  await run(copy.pauseAll);
  await waitFor(() => expect(showToast).toHaveBeenLastCalledWith(copy.notPaused, 'error'));
});

it('creates a threshold on the next match to be played', async () => {
  show();
  await run(new RegExp(`^${copy.create}`));
  const match = await screen.findByRole('combobox', { name: thresholdFormCopy.match });
  expect(match).toHaveValue(next.name);
  await press(thresholdFormCopy.cancel);
  expect(screen.queryByRole('dialog')).toBeNull();
});

const unread = errorResponse(500, 'internal', 'No se han podido leer.');
it.each([
  ['there are none', [], copy.noMatches],
  ['they cannot be read', unread, 'No se han podido leer.'],
])('without matches it says why: %s', async (_why, matches, words) => {
  show(matches);
  await userEvent.keyboard('n');
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  await press('Cerrar');
  expect(screen.queryByRole('dialog')).toBeNull();
});
