/** The price history of a collectible: as a chart or a table, by period, compared, and what it says when there is none to show. */
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type PropsWithChildren, useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { History } from '#contract/monitoring.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import { sharedCategories } from '#src/features/matches/shared-categories.ts';
import type { AlertItem } from '#store/api/api-types.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  mockBackend,
  mockRoute,
  plainText,
  press,
  renderScreen,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { CollectibleTabs } from './collectible-tabs.tsx';
import { CompareSwitches } from './compare-switches.tsx';
import { PriceHistorySection } from './price-history-section.tsx';
import { useChartPeriod } from './use-chart-period.ts';
import { useCompared } from './use-compared.ts';

const path = '/dashboard/partidos/m1';
const collectibles = [
  collectibleSample({ floorCents: null }),
  collectibleSample({ id: 'c2', category: 'Palco', floorCents: 20_000, change24hBp: -250 }),
];
const point = (day: number, floorCents: number) => ({
  at: `2026-11-${day}T10:00:00.000Z`,
  floorCents,
  late: false,
});
type Answer = Partial<History> | Response | Promise<Partial<History> | Response>;
const withPrices = { points: [point(20, 18_000), point(21, 17_000)] };

/** @param answerOf what the backend says of a collectible and a range */
function show(
  answerOf: (collectibleId: string, range: string) => Answer,
  mails: readonly AlertItem[] = [],
) {
  mockBackend({ 'GET users/alerts': [{ items: mails, nextCursor: null, unread: 0 }] });
  mockSettingsBackend(settingsSample());
  mockRoute('GET monitoring/history', async ({ url }: Request) => {
    const { searchParams } = new URL(url);
    const collectibleId = searchParams.get('collectible') ?? '';
    const range = searchParams.get('range') ?? '';
    const answer = await answerOf(collectibleId, range);
    const none = { collectibleId, range, points: [], gaps: [], limitedToDays: null };
    return answer instanceof Response ? answer : { ...none, ...answer };
  });
  const Section = () => {
    const period = useChartPeriod();
    const [id, setId] = useState('c1');
    const chosen = collectibles.find((item) => item.id === id) ?? collectibleSample();
    return (
      <PriceHistorySection
        {...{ collectibles, chosen, period }}
        matchId="m1"
        savedId={null}
        umbrales={{}}
        onChoose={setId}
        onEdit={() => {}}
        onOffer={() => {}}
      />
    );
  };
  return renderScreen(<Section />, path);
}

const chart = () => screen.findByRole('slider', { name: /^Precio mínimo de/ });
const noChart = () => expect(screen.queryByRole('slider')).toBeNull();
const loading = () => screen.queryByRole('status', { name: priceChartCopy.loading });

it('is a chart, or a table with the mails sent of this collectible and its sales', async () => {
  const mail = (id: string, part: Partial<AlertItem>) =>
    alertSample({ id, collectibleId: 'c1', observedAt: '2026-11-21T09:00:00.000Z', ...part });
  const failed = { delivery: { state: 'failed', attempts: 9, sentAt: null } } as const;
  const sales = [{ at: '2026-11-21T08:00:00.000Z', priceCents: 16_500 }];
  show(
    () => ({ ...withPrices, sales }),
    [mail('1', {}), mail('2', { collectibleId: 'c2' }), mail('3', failed)],
  );
  await chart();
  expect(loading()).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
  const compare = () => screen.queryByRole('group', { name: copy.compare });
  expect(compare()).toBeVisible();
  expect(screen.getByText(priceChartCopy.mailSent)).toBeVisible();
  expect(screen.getByText(priceChartCopy.sale)).toBeVisible();
  expect(screen.queryByText(copy.noHistory)).toBeNull();
  await press(copy.asTable);
  noChart();
  expect(compare()).toBeNull();
  const rows = screen.getAllByRole('row').slice(1).map(plainText);
  const expected = ['170,00 €', priceChartCopy.mailSent, 'Venta a 165,00 €', '180,00 €'];
  expect(rows).toEqual(expected.map((words) => expect.stringContaining(words)));
  await press(copy.asChart);
  await chart();
  expect(screen.queryByRole('table')).toBeNull();
});

it('says what it does not show for the plan, and where there is more', async () => {
  show(() => ({ ...withPrices, limitedToDays: 7 }));
  expect(await screen.findByText(/^Tu plan muestra los últimos 7 días\./)).toBeVisible();
  const link = screen.getByRole('link', { name: copy.seePlans });
  expect(link).toHaveAttribute('href', '/dashboard/plan');
});

it('says why it cannot be read, and reads it on retry', async () => {
  let answer: Answer = unavailable();
  show(() => answer);
  expect(loading()).toBeInTheDocument();
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(loading()).toBeNull();
  noChart();
  const next = Promise.withResolvers<Partial<History>>();
  answer = next.promise;
  await press(priceChartCopy.retry);
  await waitFor(() => expect(loading()).toBeInTheDocument());
  expect(screen.queryByText('Ahora no.')).toBeNull();
  next.resolve(withPrices);
  await chart();
});

it('keeps the chart while another range loads, and takes it away when that cannot be read', async () => {
  const week = Promise.withResolvers<Response>();
  const { address } = show((_id, range) => (range === '7d' ? week.promise : withPrices));
  await chart();
  const ranges = within(screen.getByRole('group', { name: copy.period }));
  const pressed = () => ranges.getAllByRole('button', { pressed: true }).map(plainText);
  expect(pressed()).toEqual([copy.ranges['30d']]);
  await userEvent.click(ranges.getByRole('button', { name: copy.ranges['7d'] }));
  await waitFor(() => expect(pressed()).toEqual([copy.ranges['7d']]));
  expect(address()).toContain('?rango=7d');
  const section = screen.getByRole('region', { name: `${copy.historyTitle}, Categoría 1` });
  expect(section).toHaveAttribute('aria-busy', 'true');
  await chart();
  week.resolve(unavailable());
  expect(await screen.findByText('Ahora no.')).toBeVisible();
  expect(section).toHaveAttribute('aria-busy', 'false');
  noChart();
});

it('never shows the prices of one collectible under the name of another', async () => {
  const other = Promise.withResolvers<Partial<History>>();
  show((id) => (id === 'c2' ? other.promise : withPrices));
  await chart();
  expect(screen.getAllByText(copy.nothingListed)[0]).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Palco' }));
  await waitFor(() => expect(loading()).toBeInTheDocument());
  noChart();
  const panel = screen.getByRole('tabpanel', { name: 'Palco' });
  expect(plainText(panel)).toContain('200,00 €baja 2,5 % en 24 h');
  other.resolve(withPrices);
  expect(await chart()).toHaveAccessibleName('Precio mínimo de Palco en el tiempo');
});

/** `Bloque 1`, …, of which the second is not on sale. */
const many = (amount: number) =>
  Array.from({ length: amount }, (_, index) =>
    collectibleSample({
      id: `c${index + 1}`,
      category: `Bloque ${index + 1}`,
      floorCents: index === 1 ? null : 10_000 + index * 100,
    }),
  );

describe('the tabs over the chart', () => {
  function showTabs(amount: number, chosenId: string) {
    const all = many(amount);
    const Tabs = () => {
      const [id, setId] = useState(chosenId);
      const chosen = all.find((item) => item.id === id) ?? collectibleSample({ id });
      const shared = sharedCategories(all);
      const props = { collectibles: all, chosen, shared, panelId: 'panel', onChoose: setId };
      return <CollectibleTabs {...props} />;
    };
    renderScreen(<Tabs />, path);
  }
  const selected = () => screen.getAllByRole('tab', { selected: true });

  it('are moved by the arrows, Home and End, round both ends; the tab key reaches the chosen one', async () => {
    showTabs(4, 'c1');
    await userEvent.tab();
    for (const [key, name] of [
      ['', 'Bloque 1'],
      ['{ArrowRight}', 'Bloque 2'],
      ['{ArrowRight}', 'Bloque 3'],
      ['{ArrowLeft}', 'Bloque 2'],
      ['{End}', 'Bloque 4'],
      ['{ArrowRight}', 'Bloque 1'],
      ['{ArrowLeft}', 'Bloque 4'],
      ['{Home}', 'Bloque 1'],
      ['a', 'Bloque 1'],
    ] as const) {
      if (key !== '') await userEvent.keyboard(key);
      expect(selected().map(plainText)).toEqual([name]);
      expect(selected()[0]).toHaveFocus();
      const tabs = screen.getAllByRole('tab');
      expect(tabs.filter((tab) => tab.tabIndex >= 0)).toEqual(selected());
    }
    await userEvent.tab();
    expect(document.body).toHaveFocus();
  });

  it('are of the first, and of one beyond them while it is on the chart', () => {
    showTabs(30, 'c20');
    const names = screen.getAllByRole('tab').map(plainText);
    expect(names).toEqual([...many(11).map(({ category }) => category), 'Bloque 20']);
    expect(selected().map(plainText)).toEqual(['Bloque 20']);
  });
});

describe('the switches that lay others over the chart', () => {
  function showSwitches(amount: number, search = '') {
    const all = many(amount);
    const Switches = () => {
      const [chosen = collectibleSample()] = all;
      const comparison = useCompared(all, chosen);
      const shared = sharedCategories(all);
      return <CompareSwitches {...comparison} {...{ collectibles: all, chosen, shared }} />;
    };
    const { address } = renderScreen(<Switches />, path + search);
    return () => decodeURIComponent(address()).slice(path.length);
  }
  const texts = () => screen.getAllByRole('button').map(plainText);
  const pressed = () =>
    screen.queryAllByRole('button', { pressed: true }).map((each) => plainText(each)?.slice(0, 8));

  it('are of all but the one on the chart; a pressed one has its price, and is in the address', async () => {
    const search = showSwitches(4, '?rango=7d');
    expect(screen.getByRole('group', { name: copy.compare })).toBeVisible();
    expect(texts()).toEqual(['Bloque 2', 'Bloque 3', 'Bloque 4']);
    await press(/^Bloque 4/);
    await press(/^Bloque 2/);
    expect(texts()).toEqual(['Bloque 2Nada en venta', 'Bloque 3', 'Bloque 4103,00 €']);
    expect(pressed()).toEqual(['Bloque 2', 'Bloque 4']);
    expect(search()).toBe('?rango=7d&con=c4,c2');
    await press(/^Bloque 2/);
    await press(/^Bloque 4/);
    expect([pressed(), search()]).toEqual([[], '?rango=7d']);
  });

  it('say with three at once that there is no place, and can still be reached', async () => {
    const search = showSwitches(6, '?con=c2,c3');
    expect(screen.queryByTitle(copy.compareFull)).toBeNull();
    await press(/^Bloque 4/);
    const blocked = screen.getAllByTitle(copy.compareFull);
    expect(blocked.map(plainText)).toEqual(['Bloque 5', 'Bloque 6']);
    for (const each of screen.getAllByRole<HTMLButtonElement>('button')) {
      expect(each.getAttribute('aria-disabled') === 'true').toBe(blocked.includes(each));
      expect(each.disabled).toBe(false);
    }
    await press(/^Bloque 5/);
    expect(search()).toBe('?con=c2,c3,c4');
  });

  it.each(['c1,c2', 'x,c2', 'c2,c2', ',%00,c2,'])(
    'know only what the match has, once, but the chosen one: %s',
    (con) => {
      showSwitches(4, `?con=${con}`);
      expect(pressed()).toEqual(['Bloque 2']);
    },
  );
});

describe('the period in the address', () => {
  function open(search: string) {
    const wrapper = ({ children }: PropsWithChildren) => (
      <MemoryRouter initialEntries={[`/${search}`]}>{children}</MemoryRouter>
    );
    const hook = () => ({ ...useChartPeriod(), search: useLocation().search });
    const { result } = renderHook(hook, { wrapper });
    return {
      period: () => result.current,
      search: () => decodeURIComponent(result.current.search),
    };
  }
  const [from, until] = ['2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z'];
  const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)];

  it('is a range and the part of it that a link names', () => {
    const { range, zoomed } = open(`?rango=7d&desde=${from}&hasta=${until}`).period();
    expect([range, zoomed]).toEqual(['7d', { fromMs, untilMs }]);
  });

  it.each([
    ['without an end', `?desde=${from}`],
    ['of nonsense', '?desde=x&hasta=y'],
    ['the wrong way round', `?desde=${until}&hasta=${from}`],
    ['of no length', `?desde=${from}&hasta=${from}`],
  ])('is the whole range for a part %s', (_what, search) => {
    expect(open(search).period().zoomed).toBeNull();
  });

  it('is written to the second, left with another range or taken back; the rest of it stays', () => {
    const { period, search } = open('?c=c1');
    act(() => period().setZoomed({ fromMs: fromMs + 123, untilMs }));
    expect(search()).toBe(`?c=c1&desde=${from}&hasta=${until}`);
    expect(period().zoomed).toEqual({ fromMs, untilMs });
    act(() => period().setZoomed(null));
    expect(search()).toBe('?c=c1');
    act(() => period().setZoomed({ fromMs, untilMs }));
    act(() => period().setRange('24h'));
    expect(search()).toBe('?c=c1&rango=24h');
  });
});
