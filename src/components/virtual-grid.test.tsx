/** A long list: which rows there are, where they stand, which one Tab reaches, and when more are asked for. */
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { VirtualGrid, type VirtualGridProps } from './virtual-grid.tsx';

// The window of jsdom is 768 pixels high: twenty rows of forty.
const rowPx = 40;
let scrollTop = 0;

beforeEach(() => {
  scrollTop = 0;
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => top !== scrollTop && scroll(top));
  vi.stubGlobal('scrollY', 0);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowPx);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(500 * rowPx);
  return () => vi.unstubAllGlobals();
});
function scroll(top: number): void {
  scrollTop = top;
  vi.stubGlobal('scrollY', top);
  act(() => void window.dispatchEvent(new Event('scroll')));
}

const gridOf = (part: Partial<VirtualGridProps>) => (
  <VirtualGrid
    label="Partidos"
    head={<div role="row" aria-rowindex={1} />}
    count={500}
    total={500}
    rowHeight={rowPx}
    keyOf={(index) => `k${index}`}
    row={(index, { rowIndex, tabIndex }) => (
      <div role="row" tabIndex={-1} aria-rowindex={rowIndex}>
        <button type="button" tabIndex={tabIndex}>{`Fila ${index}`}</button>
      </div>
    )}
    {...part}
  />
);
function show(part: Partial<VirtualGridProps> = {}) {
  const { rerender } = render(gridOf(part));
  return (next: Partial<VirtualGridProps>) => rerender(gridOf(next));
}
const buttons = () => screen.getAllByRole('button');
/** Indexes of the rows that are rendered, in their order. */
const rendered = () => buttons().map(({ textContent }) => Number(textContent?.slice(5)));
const tabStops = () =>
  buttons()
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ textContent }) => textContent);
const upTo = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, offset) => first + offset);

it('renders the first rows of a long list while the code that places them is loaded', async () => {
  show();
  expect(rendered()).toEqual(upTo(0, 119));
  await waitFor(() => expect(rendered()).toEqual(upTo(0, 27)));
});

it('renders the rows on screen and eight around them, each in its place', () => {
  show();
  expect(rendered()).toEqual(upTo(0, 27));
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '501');
  expect(screen.getByText('Fila 3').parentElement).toHaveAttribute('aria-rowindex', '5');
  scroll(4_000);
  expect(rendered()).toEqual(upTo(92, 127));
  scroll(20_000 - 768);
  expect(rendered().at(-1)).toBe(499);
});

it('has one row in the order of Tab, and always one on screen', () => {
  show();
  expect(tabStops()).toEqual(['Fila 0']);
  scroll(4_000);
  expect(tabStops()).toEqual(['Fila 100']);
  act(() => screen.getByText('Fila 105').focus());
  act(() => screen.getByText('Fila 105').blur());
  expect(tabStops()).toEqual(['Fila 105']);
  scroll(0);
  expect(tabStops()).toEqual(['Fila 19']);
});

it('keeps the row with the focus, however far it is scrolled away', () => {
  show();
  act(() => screen.getByText('Fila 2').focus());
  scroll(4_000);
  expect(rendered()).toEqual([2, ...upTo(92, 127)]);
  expect(screen.getByText('Fila 2')).toHaveFocus();
  expect(tabStops()).toEqual(['Fila 2']);
  act(() => screen.getByText('Fila 110').focus());
  scroll(0);
  expect(rendered()).toEqual([...upTo(0, 27), 110]);
  act(() => screen.getByText('Fila 110').blur());
  scroll(40);
  expect(rendered()).toEqual(upTo(0, 28));
});

it('moves by keys: a page is what is on screen but one row, and the page follows', async () => {
  show();
  act(() => screen.getByText('Fila 1').focus());
  await userEvent.keyboard('{PageDown}');
  expect(document.activeElement).toHaveTextContent('Fila 19');
  expect(scrollTop).toBeGreaterThan(0);
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toHaveTextContent('Fila 499');
});

it('renders a list of 120 rows completely, for print and the find in page, and its keys move as in a long one', async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled(this.textContent);
  };
  show({ count: 120 });
  expect(rendered()).toEqual(upTo(0, 119));
  act(() => screen.getByText('Fila 1').focus());
  await userEvent.keyboard('{PageDown}');
  expect(document.activeElement).toHaveTextContent('Fila 19');
  expect(scrolled).toHaveBeenLastCalledWith('Fila 19');
  expect(tabStops()).toEqual(['Fila 19']);
});

it('asks for more once sixty rows are left or fewer, once for each length', () => {
  const onNearEnd = vi.fn();
  const change = show({ count: 200, onNearEnd });
  expect(onNearEnd).not.toHaveBeenCalled();
  scroll(130 * rowPx);
  expect(onNearEnd).toHaveBeenCalledTimes(1);
  change({ count: 200, onNearEnd: () => onNearEnd() });
  expect(onNearEnd).toHaveBeenCalledTimes(1);
  change({ count: 120, onNearEnd });
  expect(onNearEnd).toHaveBeenCalledTimes(2);
  change({ count: 0, onNearEnd });
  expect(onNearEnd).toHaveBeenCalledTimes(2);
});
