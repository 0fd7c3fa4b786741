/** Keys of the signed-in area: each does one thing, and none while somebody types or a dialog is open. */
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useCommandKeys } from './use-command-keys.ts';

const done = vi.fn();
beforeEach(() => void done.mockClear());

function Page({ hasDialog = false }) {
  useCommandKeys({
    onMenu: () => done('menu'),
    onHelp: () => done('help'),
    onCreate: () => done('create'),
    onTheme: () => done('theme'),
    onGoTo: done,
  });
  return (
    <>
      <input aria-label="Texto" />
      <input type="checkbox" aria-label="Casilla" />
      <input type="radio" aria-label="Opción" />
      <textarea aria-label="Nota" />
      <select aria-label="Orden" />
      <div role="textbox" tabIndex={0} aria-label="Editable" contentEditable="true" />
      <dialog open={hasDialog} />
    </>
  );
}

interface Press extends KeyboardEventInit {
  readonly atMs?: number;
  /** Name of the field it is pressed in. */
  readonly on?: string;
}
/** @returns whether the browser may do something with it */
function press(key: string, { atMs = 100_000, on = '', ...init }: Press = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'timeStamp', { value: atMs });
  return fireEvent(on === '' ? document.body : screen.getByLabelText(on), event);
}
const did = () => done.mock.calls.flat();

it.each<[string, Press, string]>([
  ['?', {}, 'help'],
  ['n', {}, 'create'],
  ['N', {}, 'create'],
  ['t', {}, 'theme'],
  ['t', { on: 'Casilla' }, 'theme'],
  ['t', { on: 'Opción' }, 'theme'],
  ['k', { ctrlKey: true }, 'menu'],
  ['K', { metaKey: true, on: 'Texto' }, 'menu'],
])('%s with %j does “%s”, and nothing of the browser', (key, init, what) => {
  render(<Page />);
  expect(press(key, init)).toBe(false);
  expect(did()).toEqual([what]);
});

it.each<[string, Press]>([
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
  ...['Texto', 'Nota', 'Orden', 'Editable'].map((on): [string, Press] => ['n', { on }]),
])('%s with %j is the browser’s', (key, init) => {
  render(<Page />);
  expect(press(key, init)).toBe(true);
  expect(did()).toEqual([]);
});

it('says nothing under a dialog', () => {
  render(<Page hasDialog />);
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
