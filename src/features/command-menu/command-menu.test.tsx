/** The command menu: opened by keys, searched, chosen by arrows or a press; and the keys that need no menu. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { mockBackend, renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { useCommandMenu } from './use-command-menu.tsx';

setupScreenTests();
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  Element.prototype.scrollIntoView = () => {};
  delete document.documentElement.dataset.theme;
});

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

const match = { id: 'm7', name: 'España – Uruguay', city: 'Sevilla', status: 'scheduled' };

function show() {
  const requests = mockBackend({
    'GET monitoring/matches': [{ items: [match], nextCursor: null }],
  });
  const backend = mockSettingsBackend(
    settingsSample({ a: umbralSample(), b: umbralSample(), c: umbralSample({ pausa: 'usuario' }) }),
  );
  return { requests, backend, ...renderScreen(<Page />, '/dashboard') };
}

const field = () => screen.findByRole('combobox', { name: /Un partido, una sección/ });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

it('opens with Ctrl K, finds a section without its accent, and goes there with Enter', async () => {
  const { address } = show();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await field(), 'configuracion');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Configuración');
  await userEvent.keyboard('{Enter}');
  expect(address()).toBe('/dashboard/configuracion');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('finds a match on the server, moves by arrows, and opens what is pressed', async () => {
  const { address, requests } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Abrir' }));
  await userEvent.type(await field(), 'ur');
  await waitFor(() => expect(options()).toEqual(['España – Uruguay Sevilla']));
  await waitFor(() => expect(requests.some((request) => request.includes('q=ur'))).toBe(true));
  await userEvent.clear(await field());
  const [first, second] = screen.getAllByRole('option');
  expect(first).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  expect(await field()).toHaveAttribute('aria-activedescendant', second?.id);
  await userEvent.keyboard('{End}{ArrowDown}');
  expect(first).toHaveAttribute('aria-selected', 'true');
  await userEvent.click(screen.getByRole('option', { name: /Umbrales/ }));
  expect(address()).toBe('/dashboard/umbrales');
});

it('pauses every threshold as one batch, and undoes it', async () => {
  const { backend, showToast } = show();
  await userEvent.keyboard('{Control>}k{/Control}');
  await field();
  await userEvent.click(await screen.findByRole('option', { name: /^Pausar todos/ }));
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce());
  expect(backend.sent).toEqual(['batch cambiar a, cambiar b']);
  showToast.mock.calls[0]?.[2].run();
  const pauses = () =>
    Object.values(backend.settings.configuracion.umbrales).map(({ pausa }) => pausa);
  await waitFor(() => expect(pauses()).toEqual([null, null, 'usuario']));
});

it('goes to a section by two letters, and changes the theme by one, but not while typing', async () => {
  const { address } = show();
  await userEvent.type(screen.getByRole('textbox', { name: 'Un campo' }), 'gut?');
  expect([address(), document.documentElement.dataset.theme]).toEqual(['/dashboard', undefined]);
  act(() => (document.activeElement as HTMLElement).blur());
  await userEvent.keyboard('x');
  await userEvent.keyboard('u');
  expect(address()).toBe('/dashboard');
  await userEvent.keyboard('gu');
  expect(address()).toBe('/dashboard/umbrales');
  await userEvent.keyboard('t');
  expect(document.documentElement.dataset.theme).toBe('noche');
  expect(screen.queryByRole('dialog')).toBeNull();
});
