/** The line itself, drawn by uPlot on a canvas: steps, gaps and the grid behind them, in the theme's colours. */
import { useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import type { PriceScale } from './price-scale.ts';
import { type PriceSeries, toColumns } from './price-series.ts';

interface PricePlotProps {
  readonly series: PriceSeries;
  readonly scale: PriceScale;
  readonly ticks: readonly number[];
}

export function UPlotCanvas(props: PricePlotProps) {
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef(props);
  const plot = useRef<uPlot>(null);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const made = new uPlot(optionsFor(element, drawn), toColumns(drawn.current.series), element);
    plot.current = made;
    const fit = new ResizeObserver(() => made.setSize(sizeOf(element)));
    fit.observe(element);
    const stopLooking = onThemeChange(() => made.redraw(false));
    return () => {
      fit.disconnect();
      stopLooking();
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

/** Colours are read from the element at each drawing: the theme may have changed. */
function optionsFor(
  element: HTMLElement,
  drawn: { readonly current: PricePlotProps },
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
        range: () => [drawn.current.series.from, Math.max(drawn.current.series.until, 1)],
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
