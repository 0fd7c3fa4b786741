/** The chart as a table: prices, gaps, mails and sales, newest first. */

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { History } from '#contract/monitoring.ts';
import { matchCopy } from '#src/copy/match.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { HistoryTable } from './history-table.tsx';

const at = (hour: number) => new Date(2026, 10, 20, hour).toISOString();
const history: History = {
  collectibleId: 'c1',
  range: '24h',
  points: [
    { at: at(6), floorCents: 20_000, late: false },
    { at: at(8), floorCents: null, late: false },
    { at: at(12), floorCents: 18_000, late: true },
  ],
  gaps: [{ from: at(9), to: at(11) }],
  limitedToDays: null,
  sales: [{ at: at(7), priceCents: 19_050 }],
};

it('says each in words, newest first, and of mails those of the period', () => {
  const mail = (hour: number, part = {}) =>
    alertSample({ id: String(hour), observedAt: at(hour), valueCents: 17_200, ...part });
  const late = { delivery: { state: 'sent', attempts: 1, sentAt: at(14) } } as const;
  const waiting = { delivery: { state: 'pending', attempts: 0, sentAt: null } } as const;
  const mails = [mail(13, late), mail(10, waiting), mail(5)];
  render(<HistoryTable history={history} mails={mails} currency="EUR" />);
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map(({ children }) =>
      [...children].map((cell) => cell.textContent?.replaceAll('\u00A0', ' ')),
    );
  const day = 'vie 20 nov';
  expect(rows).toEqual([
    [`${day}, 13:00`, '172,00 €', `Correo enviado, ${day}, 14:00`],
    [`${day}, 12:00`, '180,00 € (llegó tarde)', ''],
    [`${day}, 10:00`, '172,00 €', `Correo enviado, ${day}, 10:00`],
    [`${day}, 09:00`, `Sin lecturas hasta ${day}, 11:00`, ''],
    [`${day}, 08:00`, matchCopy.nothingListed, ''],
    [`${day}, 07:00`, '', 'Venta a 190,50 €'],
    [`${day}, 06:00`, '200,00 €', ''],
  ]);
});

it('of a source without sales it says none, and counts a mail of the very first instant', () => {
  const { sales: _sales, ...plain } = history;
  const mail = alertSample({ id: 'first', observedAt: at(6), valueCents: 20_000 });
  render(<HistoryTable history={{ ...plain, gaps: [] }} mails={[mail]} currency="EUR" />);
  expect(screen.getAllByRole('row')).toHaveLength(5);
  expect(screen.getByText(/^Correo enviado/)).toBeVisible();
  expect(screen.queryByText(/^Venta/)).toBeNull();
});
