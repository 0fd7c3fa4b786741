/** Keys of the signed-in area: each does one thing, and none while somebody types or a dialog is open. */
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useCommandKeys } from './use-command-keys.ts';

const done = vi.fn();
let hasDialog = false;

function Page({ by = 'first' }: { by?: string }) {
  const does = (what: string) => () => done(by === 'first' ? what : `${what} (${by})`);
  useCommandKeys({
    onMenu: does('menu'),
    onHelp: does('help'),
    onCreate: does('create'),
    onTheme: does('theme'),
    onGoTo: (path) => done(path),
  });
  return (
    <>
      <input aria-label="Texto" />
      <input type="checkbox" aria-label="Casilla" />
      <input type="radio" aria-label="Opción" />
      <textarea aria-label="Nota" />
      <select aria-label="Orden" />
      <div
        role="textbox"
        tabIndex={0}
        aria-label="Editable"
        contentEditable
        suppressContentEditableWarning
      >
        <b>algo</b>
      </div>
      <button type="button">Botón</button>
      <dialog open={hasDialog}>Diálogo</dialog>
    </>
  );
}

beforeEach(() => {
  done.mockClear();
  hasDialog = false;
});
/** @returns whether the browser may do something with it */
function press(
  key: string,
  init: KeyboardEventInit & { readonly atMs?: number; readonly on?: Element } = {},
): boolean {
  const { atMs = 100_000, on = document.body, ...others } = init;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...others });
  Object.defineProperty(event, 'timeStamp', { value: atMs });
  return fireEvent(on, event);
}
const did = () => done.mock.calls.flat();

it.each([
  ['?', 'help'],
  ['n', 'create'],
  ['N', 'create'],
  ['t', 'theme'],
])('%s does “%s”, and nothing of the browser', (key, what) => {
  render(<Page />);
  expect(press(key)).toBe(false);
  expect(did()).toEqual([what]);
});

it('Ctrl or ⌘ with K opens the menu, also from a field', () => {
  render(<Page />);
  expect(press('k', { ctrlKey: true })).toBe(false);
  expect(press('K', { metaKey: true, on: screen.getByLabelText('Texto') })).toBe(false);
  expect(did()).toEqual(['menu', 'menu']);
});

it.each([
  ['k', {}],
  ['k', { ctrlKey: true, shiftKey: true }],
  ['k', { ctrlKey: true, altKey: true }],
  ['k', { ctrlKey: true, repeat: true }],
  ['n', { ctrlKey: true }],
  ['n', { metaKey: true }],
  ['n', { altKey: true }],
  ['n', { repeat: true }],
  ['x', {}],
  ['r', {}],
])('%s with %j is the browser’s', (key, init) => {
  render(<Page />);
  expect(press(key, init)).toBe(true);
  expect(did()).toEqual([]);
});

it.each(['Texto', 'Nota', 'Orden', 'Editable'])('in “%s” a key is text', (label) => {
  render(<Page />);
  const field = screen.getByLabelText(label);
  field.setAttribute('contenteditable', 'true');
  for (const key of ['n', 't', '?', 'g', 'u'])
    expect(press(key, { on: field.firstElementChild ?? field })).toBe(true);
  expect(did()).toEqual([]);
});

it('says nothing under a dialog', () => {
  hasDialog = true;
  render(<Page />);
  for (const key of ['n', 't', '?']) expect(press(key)).toBe(true);
  expect(press('k', { ctrlKey: true })).toBe(true);
  expect(did()).toEqual([]);
});

it('goes to a section by g and its key, within a second and a half', () => {
  render(<Page />);
  expect(press('g', { atMs: 1_000 })).toBe(true);
  expect(press('u', { atMs: 2_499 })).toBe(false);
  press('g', { atMs: 10_000 });
  press('p', { atMs: 11_500 });
  press('g', { atMs: 20_000 });
  press('r', { atMs: 20_100 });
  press('a', { atMs: 20_200 });
  expect(did()).toEqual(['/dashboard/umbrales', '/dashboard']);
});
