/** Which alerts a client that reconnects still gets, and that memory is bounded. */
import { expect, it } from 'vitest';
import { RecentAlerts } from './recent-alerts.ts';

const push = (alerts: RecentAlerts, count: number, uid = 'ana') => {
  for (let seq = 1; seq <= count; seq += 1) alerts.push({ seq, uid, data: `"${seq}"` });
};
const numbersOf = (alerts: RecentAlerts, after: number, uid = 'ana') =>
  alerts.after(after, uid).map(({ seq }) => seq);

it('gives a client that reconnects its user’s alerts after the last it got', () => {
  const alerts = new RecentAlerts({ alerts: 9, bytes: 99 });
  push(alerts, 3);
  expect(numbersOf(alerts, 1)).toEqual([2, 3]);
  expect(numbersOf(alerts, 0, 'bruno')).toEqual([]);
  expect([alerts.has(2, 'ana'), alerts.has(3, 'ana'), alerts.has(0, 'bruno')]).toEqual([
    true,
    false,
    false,
  ]);
});

it.each([
  ['alerts', { alerts: 2, bytes: 99 }],
  ['bytes', { alerts: 99, bytes: 6 }],
])('drops the oldest beyond a number of %s', (_what, limits) => {
  const alerts = new RecentAlerts(limits);
  push(alerts, 2);
  expect(numbersOf(alerts, 0)).toEqual([1, 2]);
  push(alerts, 1, 'bruno');
  expect([numbersOf(alerts, 0), numbersOf(alerts, 0, 'bruno')]).toEqual([[2], [1]]);
  push(alerts, 2, 'bruno');
  expect([numbersOf(alerts, 0), numbersOf(alerts, 0, 'bruno')]).toEqual([[], [1, 2]]);
});
