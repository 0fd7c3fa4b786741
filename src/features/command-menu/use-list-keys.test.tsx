/** Keys of a list: the focus goes from row to row, and a row's own controls are pressed. */
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useListKeys } from './use-list-keys.ts';

const done = vi.fn();
beforeEach(() => void done.mockClear());

function Page({ hasDialog = false }) {
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list);
  return (
    <>
      <input aria-label="Texto" />
      <ul ref={list}>
        {['a', 'b', 'c'].map((name) => (
          <li key={name}>
            <button type="button" aria-keyshortcuts="e" onClick={() => done('e', name)}>
              Editar {name}
            </button>
            <button type="button" aria-keyshortcuts="x" onClick={() => done('x', name)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <dialog open={hasDialog} />
    </>
  );
}
const focused = () => document.activeElement?.textContent;
const press = async (keys: string) => {
  await userEvent.keyboard(keys);
  return focused();
};

it('j and k go down and up from the first row, and stay at the ends', async () => {
  render(<Page />);
  expect(await press('x')).not.toBe('a');
  expect(done).not.toHaveBeenCalled();
  for (const [keys, name] of [
    ['k', 'a'],
    ['j', 'b'],
    ['jj', 'c'],
    ['k', 'b'],
    ['kkk', 'a'],
  ] as const)
    expect([keys, await press(keys)]).toEqual([keys, name]);
});

it('x and e press what the row of the focus has for them', async () => {
  render(<Page />);
  screen.getByRole('button', { name: 'Editar b' }).focus();
  await press('xe');
  expect(done.mock.calls).toEqual([
    ['x', 'b'],
    ['e', 'b'],
  ]);
});

it.each<[string, boolean, KeyboardEventInit]>([
  ['while somebody types', false, {}],
  ['under a dialog', true, {}],
  ['with a modifier', false, { ctrlKey: true }],
])('does nothing %s', (where, hasDialog, init) => {
  render(<Page hasDialog={hasDialog} />);
  const target = where.startsWith('while') ? screen.getByLabelText('Texto') : document.body;
  expect(fireEvent.keyDown(target, { key: 'j', ...init })).toBe(true);
  expect(document.body).toHaveFocus();
});
