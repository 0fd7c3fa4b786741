/** A grid moved through by keys: the focus keeps its column, and the active row its place in another order. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { useRovingTabIndex } from './use-roving-tabindex.ts';

const scrolledTo = vi.fn();

interface Row {
  readonly key: string;
  /** Names of its buttons. */
  readonly controls: readonly string[];
}
const row = (key: string, ...controls: readonly string[]): Row => ({ key, controls });
const sixRows = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) =>
  row(key, `${key}1`, `${key}2`, `${key}3`),
);

/** Renders the first rows, and one scrolled to. */
function Grid({ rows, rendered }: { rows: readonly Row[]; rendered: number }) {
  const grid = useRef<HTMLDivElement>(null);
  const [far, setFar] = useState<number | null>(null);
  const roving = useRovingTabIndex(grid, {
    count: rows.length,
    keyOf: (index) => {
      const key = rows[index]?.key;
      if (key === undefined) throw new RangeError('of a row that is not there');
      return key;
    },
  });
  const scrollTo = (index: number) => {
    scrolledTo(index);
    setFar(index);
  };
  return (
    <>
      <button type="button">Fuera</button>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        onFocus={roving.onFocus}
        onBlur={roving.onBlur}
        onKeyDown={roving.handler({ page: 2, scrollTo })}
      >
        <button type="button">Cabecera</button>
        {rows.map(({ key, controls }, index) =>
          index < rendered || index === far ? (
            <div key={key} data-index={index}>
              {controls.map((name) => (
                <button
                  key={name}
                  type="button"
                  disabled={name.endsWith('x')}
                  role={name.endsWith('menu') ? 'menuitem' : undefined}
                  tabIndex={index === roving.active ? 0 : -1}
                >
                  {name}
                </button>
              ))}
            </div>
          ) : null,
        )}
      </div>
      <output>{`${rows[roving.active]?.key ?? 'none'}, ${roving.pinned ?? 'none'}`}</output>
    </>
  );
}

function show(rows: readonly Row[] = sixRows, rendered = 99) {
  scrolledTo.mockClear();
  const { rerender } = render(<Grid rows={rows} rendered={rendered} />);
  return (next: readonly Row[]) => rerender(<Grid rows={next} rendered={rendered} />);
}
const focusOn = (name: string) => act(() => screen.getByText(name).focus());
const focused = () => document.activeElement?.textContent;
/** Key of the active row, and the index of the row that has to stay rendered. */
const state = () => screen.getByRole('status').textContent;
async function press(keys: string) {
  await userEvent.keyboard(keys);
  return focused();
}

it.each([
  ['c2', '{ArrowDown}', 'd2', [3]],
  ['d2', '{ArrowUp}{ArrowUp}', 'b2', [2, 1]],
  ['b2', '{PageDown}', 'd2', [3]],
  ['d2', '{PageUp}', 'b2', [1]],
  ['b2', '{PageUp}', 'a2', [0]],
  ['a2', '{ArrowUp}', 'a2', []],
  ['a2', '{End}', 'f2', [5]],
  ['f2', '{ArrowDown}', 'f2', []],
  ['c2', 'j', 'd2', [3]],
  ['c2', 'k', 'b2', [1]],
  ['c2', '{Control>}k{/Control}', 'c2', []],
  ['e2', '{PageDown}', 'f2', [5]],
  ['f2', '{Home}', 'a2', [0]],
  ['b2', '{ArrowRight}', 'b3', []],
  ['b3', '{ArrowRight}', 'b3', []],
  ['b2', '{ArrowLeft}', 'b1', []],
  ['b1', '{ArrowLeft}', 'b1', []],
])('from %s %s goes to %s, and no further', async (from, keys, to, scrolled) => {
  show();
  focusOn(from);
  expect(await press(keys)).toBe(to);
  expect(scrolledTo.mock.calls.flat()).toEqual(scrolled);
  const row = sixRows.findIndex(({ controls }) => controls.includes(to));
  expect(state()).toBe(`${to[0]}, ${row}`);
});

it('goes to the last control of a row that has fewer, past what is disabled or in a menu', async () => {
  show([row('a', 'a1', 'a2', 'a3'), row('b', 'bx', 'b1', 'b-menu'), row('c', 'c1', 'c2')]);
  focusOn('a3');
  expect(await press('{ArrowDown}')).toBe('b1');
  expect(await press('{ArrowDown}')).toBe('c1');
  focusOn('b-menu');
  expect(await press('{ArrowDown}')).toBe('c1');
});

it('focuses a row that has to be rendered first, without a jump of the page', async () => {
  show(sixRows, 2);
  focusOn('b2');
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  expect(await press('{End}')).toBe('f2');
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  expect(state()).toBe('f, 5');
});

it.each([
  ['moved by another order', [...sixRows].reverse(), 'c'],
  ['gone: the one that took its place', sixRows.filter(({ key }) => key !== 'c'), 'd'],
  ['gone with all after it: the last', sixRows.slice(0, 2), 'b'],
])('the active row is one, wherever it is: %s', (_where, rows, active) => {
  const change = show();
  focusOn('c1');
  focusOn('Fuera');
  change(rows);
  expect(state()).toBe(`${active}, none`);
  expect(screen.getByText(`${active}1`)).toHaveAttribute('tabindex', '0');
  change(sixRows);
  expect(state()).toBe(`${active}, none`);
});
