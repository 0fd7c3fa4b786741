/** What the chart says at an instant: the price, its change, the nearest line, sales and other prices. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plainText } from '#tests/support/screen-harness.tsx';
import { umbralSample } from '#tests/support/threshold-samples.ts';
import { ChartReadout } from './chart-readout.tsx';
import type { PriceStep } from './price-series.ts';
import type { ChartLine } from './threshold-line.tsx';

type Props = Parameters<typeof ChartReadout>[0];
const start = new Date(2026, 10, 20).getTime();
const at = (hours: number) => start + hours * 3_600_000;
const whole = { fromMs: at(0), untilMs: at(100) };
/** `0:400 40:-`: cents by hour, `-` where nothing is on sale. */
const seriesOf = (words: string) => ({
  ...whole,
  steps: words.split(' ').map((step): PriceStep => {
    const [hours, cents] = step.split(':');
    return { atMs: at(Number(hours)), cents: cents === '-' ? null : Number(cents) };
  }),
});

/** What it says at hour fifty of a hundred. */
function readoutOf(steps: string, part: Partial<Props> = {}) {
  render(
    <ChartReadout
      series={seriesOf(steps)}
      compared={[]}
      window={whole}
      scale={{ low: 0, high: 1_000 }}
      currency="EUR"
      lines={[]}
      sale={null}
      cursorMs={at(50)}
      {...part}
    />,
  );
  return plainText(screen.getByTestId('readout'));
}
const lineAt = (value: number, part = {}, createdAtMs: number | null = at(0)): ChartLine => ({
  id: String(value),
  threshold: umbralSample({ value, ...part }),
  createdAtMs,
});
const above = { condition: 'above' } as const;
const rising = '0:400 26:500 27:900 50:600';
const atEnd = { cursorMs: at(100), now: { cents: 300, changeBp: -1_000 } };
const stretches = { fromMs: at(0), untilMs: at(60), stretchMs: at(20) - at(0) };
const sampled = {
  cursorMs: at(45),
  series: { ...seriesOf('0:250 41:200 48:400'), sampled: stretches },
};
const palco = { id: 'c2', name: 'Palco', dash: '1 2', series: seriesOf('0:1200') };
const others = { sale: { atMs: at(50), cents: 555 }, compared: [palco] };
const lines = [lineAt(100), lineAt(640), lineAt(595, {}, at(51)), lineAt(570, {}, at(50))];
const draft = lineAt(640, {}, null);
const snoozed = { ...lineAt(600), silentUntil: '2099-01-01T00:00:00.000Z' };

it.each<[string, string, Partial<Props>, RegExp]>([
  ['the price and its change of a day', rising, {}, /^dom 22 nov, 02:006,00 €24 h.*sube 20,0 %/],
  ['that it has not changed', '0:500', {}, /sin cambios = 0,0 %/],
  ['that it has fallen', '0:500 50:450', {}, /baja 10,0 %/],
  ['why there is no price, and nothing else', '0:500 40:-', {}, /02:00Nada en venta$/],
  ['that nothing is known before the first price', '80:500', {}, /Nada en venta$/],
  ['the first price before its period', '0:250 99:300', { cursorMs: at(-5) }, /2,50 €/],
  ['at its end the price and change of the page', '0:250', atEnd, /3,00 €.*baja 10,0 %/],
  ['between what a sampled price was, and no change', '0:250', sampled, /entre 2 € y 4 €$/],
  ['a sale nearby and the other prices', '0:600', others, /Venta5,55 €Palco12 €$/],
  ['the nearest line that existed then', '0:600', { lines }, /Hasta 5,70 €faltan 0,30 €$/],
  ['a line being written', '0:600', { lines: [draft, lineAt(100)] }, /Hasta 6,40 €cruzado$/],
  ['a line reached from below', '0:600', { lines: [lineAt(600, above)] }, /cruzado$/],
  ['how far a line above is', '0:600', { lines: [lineAt(601, above)] }, /faltan 0,01 €$/],
  ['nothing of a snoozed line', '0:600', { lines: [snoozed] }, /0,0 %$/],
])('says %s', (_what, steps, part, words) => {
  expect(readoutOf(steps, part)).toMatch(words);
});
