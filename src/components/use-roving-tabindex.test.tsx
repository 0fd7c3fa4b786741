/** A grid moved through by keys: the focus keeps its column, and the active row its place in another order. */
import { act, fireEvent, render, screen } from '@testing-library/react';
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

it('goes from row to row in one column, by pages and to the ends, and no further', async () => {
  show();
  focusOn('c2');
  expect(await press('{ArrowDown}')).toBe('d2');
  expect(await press('{ArrowUp}{ArrowUp}')).toBe('b2');
  expect(await press('{PageDown}')).toBe('d2');
  expect(await press('{PageUp}')).toBe('b2');
  expect(await press('{PageUp}')).toBe('a2');
  expect(await press('{ArrowUp}')).toBe('a2');
  expect(await press('{End}')).toBe('f2');
  expect(await press('{ArrowDown}')).toBe('f2');
  expect(await press('{PageUp}{PageDown}{PageDown}')).toBe('f2');
  expect(await press('{Home}')).toBe('a2');
  expect(scrolledTo.mock.calls.flat()).toEqual([3, 2, 1, 3, 1, 0, 5, 3, 5, 0]);
  expect(state()).toBe('a, 0');
});

it('goes from control to control within a row, and no further', async () => {
  show();
  focusOn('b2');
  expect(await press('{ArrowRight}')).toBe('b3');
  expect(await press('{ArrowRight}')).toBe('b3');
  expect(await press('{ArrowLeft}{ArrowLeft}')).toBe('b1');
  expect(await press('{ArrowLeft}')).toBe('b1');
  expect(scrolledTo).not.toHaveBeenCalled();
});

it('keeps what moves it from scrolling the page, and leaves other keys to the browser', () => {
  show();
  focusOn('b1');
  const isLeft = (init: KeyboardEventInit) => fireEvent.keyDown(screen.getByText('b1'), init);
  for (const key of ['ArrowDown', 'ArrowLeft', 'Home']) expect(isLeft({ key })).toBe(false);
  for (const init of [
    { key: 'x' },
    { key: 'Enter' },
    { key: 'ArrowDown', altKey: true },
    { key: 'Home', metaKey: true },
  ])
    expect(isLeft(init)).toBe(true);
  focusOn('b1');
  fireEvent.keyDown(screen.getByText('b1'), { key: 'ArrowDown', altKey: true });
  fireEvent.keyDown(screen.getByText('b1'), { key: 'ArrowDown', metaKey: true });
  expect(focused()).toBe('b1');
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

it('keeps the row with the focus rendered until the focus leaves the grid', () => {
  show();
  expect(state()).toBe('a, none');
  focusOn('c2');
  expect(state()).toBe('c, 2');
  focusOn('d1');
  expect(state()).toBe('d, 3');
  focusOn('Cabecera');
  expect(state()).toBe('d, 3');
  focusOn('Fuera');
  expect(state()).toBe('d, none');
});

it('the active row stays active where another order moves it', () => {
  const reorder = show();
  focusOn('b1');
  focusOn('Fuera');
  reorder([...sixRows].reverse());
  expect(state()).toBe('b, none');
  expect(screen.getByText('b1')).toHaveAttribute('tabindex', '0');
  reorder(sixRows.slice(0, 2));
  expect(state()).toBe('b, none');
});

it('in the place of a row that is gone stands the one that took it, or the last', () => {
  const change = show();
  focusOn('c1');
  focusOn('Fuera');
  change(sixRows.filter(({ key }) => key !== 'c'));
  expect(state()).toBe('d, none');
  change(sixRows.slice(0, 2));
  expect(state()).toBe('b, none');
  change(sixRows);
  expect(state()).toBe('b, none');
});
