/** Size of an element, followed by a ResizeObserver. */
import { type RefObject, useLayoutEffect, useState } from 'react';

export interface ElementSize {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** @param initial size until the element has been laid out */
export function useElementSize(
  element: RefObject<HTMLElement | null>,
  initial: ElementSize,
): ElementSize {
  const [size, setSize] = useState(initial);
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = observed;
      if (width === 0 || height === 0) return;
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
