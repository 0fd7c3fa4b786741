/** The chart as a table: prices, gaps, mails and sales, newest first. */

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { historySample } from '#tests/support/threshold-samples.ts';
import { HistoryTable } from './history-table.tsx';

const at = (hour: number) => new Date(2026, 10, 20, hour).toISOString();
const history = historySample({
  points: [
    { at: at(6), floorCents: 20_000, late: false },
    { at: at(8), floorCents: null, late: false },
    { at: at(12), floorCents: 18_000, late: true },
  ],
  gaps: [{ from: at(9), to: at(11) }],
  sales: [{ at: at(7), priceCents: 19_050 }],
});
const day = 'vie 20 nov';
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ children }) => [...children].map(plainText));

it('says each in words, newest first, and of mails those of the period', () => {
  const mail = (hour: number, part = {}) =>
    alertSample({ id: String(hour), observedAt: at(hour), valueCents: 17_200, ...part });
  const late = { delivery: { state: 'sent', attempts: 1, sentAt: at(14) } } as const;
  const waiting = { delivery: { state: 'pending', attempts: 0, sentAt: null } } as const;
  const mails = [mail(13, late), mail(10, waiting), mail(5)];
  render(<HistoryTable history={history} mails={mails} currency="EUR" />);
  expect(rows()).toEqual([
    [`${day}, 13:00`, '172,00 €', copy.mailAt(`${day}, 14:00`)],
    [`${day}, 12:00`, `180,00 € (${copy.late})`, ''],
    [`${day}, 10:00`, '172,00 €', copy.mailAt(`${day}, 10:00`)],
    [`${day}, 09:00`, copy.unreadUntil(`${day}, 11:00`), ''],
    [`${day}, 08:00`, copy.nothingListed, ''],
    [`${day}, 07:00`, '', 'Venta a 190,50 €'],
    [`${day}, 06:00`, '200,00 €', ''],
  ]);
});

it('of a source without sales it says none, and counts a mail of the very first instant', () => {
  const delivery = { state: 'pending', attempts: 0, sentAt: null } as const;
  const mail = alertSample({ id: 'first', observedAt: at(6), delivery });
  const points = history.points.slice(0, 1);
  render(<HistoryTable history={historySample({ points })} mails={[mail]} currency="EUR" />);
  expect(rows().map(([, , event]) => event)).toEqual(['', copy.mailAt(`${day}, 06:00`)]);
});
