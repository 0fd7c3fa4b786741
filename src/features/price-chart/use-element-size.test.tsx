/** The size the chart is drawn for follows that of its element. */
import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
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
  let resized = () => {};
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => {};
      disconnect = () => {};
      constructor(callback: () => void) {
        resized = callback;
      }
    },
  );
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get');
  const height = vi.spyOn(Element.prototype, 'clientHeight', 'get');
  render(<Box />);
  const shownAt = (...size: [number, number]) => {
    width.mockReturnValue(size[0]);
    height.mockReturnValue(size[1]);
    act(() => resized());
    return screen.getByRole('img').textContent;
  };
  expect(shownAt(320, 0)).toBe('640 × 300');
  expect(shownAt(0, 200)).toBe('640 × 300');
  expect(shownAt(320, 200)).toBe('320 × 200');
  expect(shownAt(320, 210)).toBe('320 × 210');
});
