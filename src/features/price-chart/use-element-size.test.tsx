/** The size the chart is drawn for follows that of its element. */
import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useElementSize } from './use-element-size.ts';

const size = { width: 0, height: 0 };
let resized: () => void = () => {};
const observed: (Element | string)[] = [];
let renders = 0;

beforeEach(() => {
  observed.length = 0;
  renders = 0;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe(element: Element) {
        observed.push(element);
      }
      disconnect() {
        observed.push('disconnected');
      }
    },
  );
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => size.width);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(() => size.height);
  return () => vi.unstubAllGlobals();
});

const initial = { width: 640, height: 300 };
function Box() {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useElementSize(box, initial);
  renders += 1;
  return (
    <div ref={box} role="img">
      {width} × {height}
    </div>
  );
}
function resizeTo(width: number, height: number): void {
  Object.assign(size, { width, height });
  act(resized);
}

it('is drawn for a usual size until it has one, and for its own from the first frame on', () => {
  Object.assign(size, { width: 0, height: 0 });
  const { unmount } = render(<Box />);
  expect(screen.getByRole('img')).toHaveTextContent('640 × 300');
  resizeTo(320, 0);
  expect(screen.getByRole('img')).toHaveTextContent('640 × 300');
  resizeTo(0, 200);
  expect(screen.getByRole('img')).toHaveTextContent('640 × 300');
  resizeTo(320, 200);
  expect(screen.getByRole('img')).toHaveTextContent('320 × 200');
  unmount();
  render(<Box />);
  expect(screen.getByRole('img')).toHaveTextContent('320 × 200');
});

it('follows its width and its height, and is not drawn anew for the same', () => {
  Object.assign(size, { width: 320, height: 200 });
  const { unmount } = render(<Box />);
  expect(observed).toEqual([screen.getByRole('img')]);
  resizeTo(330, 200);
  expect(screen.getByRole('img')).toHaveTextContent('330 × 200');
  resizeTo(330, 210);
  expect(screen.getByRole('img')).toHaveTextContent('330 × 210');
  resizeTo(330, 210);
  const before = renders;
  for (const _time of [1, 2, 3]) resizeTo(330, 210);
  expect(renders).toBe(before);
  unmount();
  expect(observed.at(-1)).toBe('disconnected');
});
