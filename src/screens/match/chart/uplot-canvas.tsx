/** uPlot canvas: the stepped price line with gaps, and the grid, in the theme's colours. */
import { useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import type { PriceScale } from './price-scale.ts';
import { type PriceSeries, toColumns } from './price-series.ts';

interface UPlotCanvasProps {
  readonly series: PriceSeries;
  readonly scale: PriceScale;
  readonly ticks: readonly number[];
}

export function UPlotCanvas(props: UPlotCanvasProps) {
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef(props);
  const plot = useRef<uPlot>(null);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const made = new uPlot(optionsFor(element, drawn), toColumns(drawn.current.series), element);
    plot.current = made;
    const resizeObserver = new ResizeObserver(() => made.setSize(sizeOf(element)));
    resizeObserver.observe(element);
    const stopThemeListener = onThemeChange(() => made.redraw(false));
    return () => {
      resizeObserver.disconnect();
      stopThemeListener();
      made.destroy();
      plot.current = null;
    };
  }, []);
  useLayoutEffect(() => {
    if (drawn.current === props) return;
    drawn.current = props;
    plot.current?.setData(toColumns(props.series));
  });
  return <div className="plot" ref={host} aria-hidden="true" />;
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: clientWidth,
  height: clientHeight,
});

/** Colours are read from the element on every redraw, as the theme may have changed. */
function optionsFor(
  element: HTMLElement,
  drawn: { readonly current: UPlotCanvasProps },
): uPlot.Options {
  const style = getComputedStyle(element);
  return {
    ...sizeOf(element),
    padding: [0, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: {
        time: false,
        range: () => [drawn.current.series.fromMs, Math.max(drawn.current.series.untilMs, 1)],
      },
      y: { range: () => [drawn.current.scale.low, drawn.current.scale.high] },
    },
    axes: [
      { show: false },
      {
        size: 0,
        gap: 0,
        ticks: { show: false },
        splits: () => [...drawn.current.ticks],
        values: (_plot, splits) => splits.map(() => ''),
        grid: { stroke: () => style.outlineColor, width: 1 },
      },
    ],
    series: [
      {},
      {
        stroke: () => style.color,
        width: 2,
        points: { show: false },
        ...(uPlot.paths.stepped && { paths: uPlot.paths.stepped({ align: 1 }) }),
      },
    ],
  };
}

function onThemeChange(redraw: () => void): () => void {
  const chosen = new MutationObserver(redraw);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const preferred = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  );
  for (const media of preferred) media.addEventListener('change', redraw);
  return () => {
    chosen.disconnect();
    for (const media of preferred) media.removeEventListener('change', redraw);
  };
}
