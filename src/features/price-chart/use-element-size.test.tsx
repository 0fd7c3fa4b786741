/** The size the chart is drawn for follows that of its element. */
import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { useElementSize } from './use-element-size.ts';

function Box() {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useElementSize(box, { width: 640, height: 300 });
  return (
    <div ref={box} role="img">
      {width} × {height}
    </div>
  );
}

it('is drawn for a usual size until it has one, and follows its own from then on', () => {
  let size = { width: 0, height: 0 };
  const observers = new Set<() => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: () => void;
      readonly disconnect: () => void;
      constructor(callback: () => void) {
        this.observe = () => observers.add(callback);
        this.disconnect = () => observers.delete(callback);
      }
    },
  );
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => size.width);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(() => size.height);
  const { unmount } = render(<Box />);
  const shownAt = (width: number, height: number) => {
    size = { width, height };
    act(() => observers.forEach((resized) => void resized()));
    return screen.getByRole('img').textContent;
  };
  expect(shownAt(320, 0)).toBe('640 × 300');
  expect(shownAt(0, 200)).toBe('640 × 300');
  expect(shownAt(320, 200)).toBe('320 × 200');
  expect(shownAt(320, 210)).toBe('320 × 210');
  unmount();
  expect(observers.size).toBe(0);
  vi.unstubAllGlobals();
});
