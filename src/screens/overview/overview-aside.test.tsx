/** The overview's aside: the first steps until they are done, the last alert, the day of what is watched, and how much of the plan is used. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Collectible } from '#contract/monitoring.ts';
import { onboardingCopy } from '#src/copy/onboarding.ts';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import type { AlertItem } from '#store/api/api-types.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import {
  definitions,
  mockBackend,
  plainText,
  profile,
  renderScreen,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { collectibleSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { OverviewAside } from './overview-aside.tsx';

interface Situation {
  readonly plan?: string;
  readonly partidos?: readonly string[];
  readonly hasThreshold?: boolean;
  readonly isCompleted?: boolean;
  readonly isConfirmed?: boolean;
  readonly alert?: Partial<AlertItem>;
  readonly items?: readonly Partial<Collectible>[];
  /** In 24 hours; null where the market does not say. */
  readonly sales?: number | null;
}

async function show({ plan = 'basico', partidos = [], sales = 1_234, ...situation }: Situation) {
  const umbrales = situation.hasThreshold ? { t1: umbralSample() } : {};
  const settings = settingsSample(umbrales, [...partidos]);
  const items = situation.alert ? [alertSample({ ruleValue: 9_000, ...situation.alert })] : [];
  mockBackend({
    'GET users/profile': [
      {
        ...profile(),
        plan,
        configuracion: settings.configuracion,
        emailConfirmed: situation.isConfirmed ?? false,
        onboardingCompletado: situation.isCompleted ?? true,
      },
    ],
    'GET users/alerts': [{ items, nextCursor: null, unread: 0 }],
    'GET monitoring/stats': [{ currency: 'EUR', volumeSales24h: { value: sales, sampleSize: 1 } }],
  });
  mockSettingsBackend(settings);
  const watched = (situation.items ?? []).map((item, index) =>
    collectibleSample({ id: `c${index}`, ...item }),
  );
  renderScreen(<OverviewAside items={watched} />, '/dashboard');
  await screen.findByText(/^Plan /);
  if (watched.length > 0) await screen.findByText(sales === null ? copy.noSales : '1.234');
}

describe('the first steps', () => {
  const steps = async () =>
    within(await screen.findByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const [first, second, third] = onboardingCopy.todo.map(({ title, hint }) => title + hint);
  const noSteps = () => expect(screen.queryByText(onboardingCopy.todo[0].title)).toBeNull();
  const hasLine = { partidos: ['m1'], hasThreshold: true };

  it.each([
    [{}, first],
    [{ partidos: ['m1'] }, second],
    [hasLine, third],
  ])('of an account with %j lead to the next one', async (part, next) => {
    await show({ ...part, isCompleted: false });
    const texts = await steps();
    const at = texts.indexOf(`${next}${onboardingCopy.go}`);
    expect(texts.filter((text) => text?.endsWith(onboardingCopy.go))).toHaveLength(1);
    expect(texts.map((text) => text?.startsWith('Hecho: '))).toEqual([0, 1, 2].map((n) => n < at));
    expect(screen.getByRole('link', { name: onboardingCopy.go })).toHaveAttribute(
      'href',
      '/onboarding',
    );
  });

  it('need no test mail where the address is confirmed, and go once they are done or left', async () => {
    await show({ partidos: ['m1'], isCompleted: false, isConfirmed: true });
    expect((await steps()).map((text) => text?.startsWith('Hecho: '))).toEqual([true, false, true]);
    cleanup();
    await show({ ...hasLine, isCompleted: false, isConfirmed: true });
    noSteps();
    cleanup();
    await show({ isCompleted: true });
    noSteps();
  });
});

describe('the last alert', () => {
  it('says what it will be, until there is one', async () => {
    await show({});
    expect(await screen.findByText(copy.noAlert)).toBeVisible();
    expect(screen.queryByText(copy.market)).toBeNull();
  });

  it.each<[Partial<AlertItem>, RegExp, string]>([
    [{ collectibleName: 'Grada norte' }, /^Categoría 2 · Grada norte ·/, '172,00 €'],
    [{ valueCents: 8_905 }, /^Categoría 2 · (?!Categoría)/, '89,05 €'],
  ])(
    'with %j names its match and collectible, with the whole price and the rule',
    async (alert, name, price) => {
      await show({ alert });
      expect(await screen.findByText('España – Uruguay')).toBeVisible();
      expect(screen.queryByText(copy.noAlert)).toBeNull();
      expect(screen.getByText(name)).toBeVisible();
      expect(plainText(document.body)).toContain(price);
      expect(plainText(document.body)).toContain('baja de 90 €');
    },
  );

  it('says how the price has moved since, while it is watched', async () => {
    await show({ alert: { collectibleId: 'c0' }, items: [{ spark: [9_000], change24hBp: -820 }] });
    expect(await screen.findByText(/8,2/)).toBeVisible();
  });
});

describe('the day of what is watched', () => {
  it('counts what fell, rose and stayed, but not what has no price of yesterday', async () => {
    const changes = [-100, -1, 0, 250, null];
    await show({ items: changes.map((change24hBp) => ({ change24hBp })) });
    const name = copy.breadth(4, 2, 1, 1);
    expect(name).toBe('De tus 4 coleccionables: bajan 2, sube 1, sin cambios 1');
    expect(screen.getByRole('img', { name })).toBeInTheDocument();
    for (const words of ['2 bajan', '1 igual', '1 sube'])
      expect(screen.getByText(words)).toBeInTheDocument();
  });

  it('says the sales and what is on sale', async () => {
    await show({ items: [{}, {}] });
    expect(definitions()).toEqual({ [copy.sales]: '1.234', [copy.onSale]: '8' });
    cleanup();
    await show({ items: [{}], sales: null });
    expect(definitions()).toMatchObject({ [copy.sales]: copy.noSales });
  });
});

it('says how much of the plan is used; without a limit there is none to say', async () => {
  await show({ partidos: ['m1', 'm2'], hasThreshold: true });
  expect(screen.getByText('2 de 3 partidos')).toBeVisible();
  expect(screen.getByText('1 de 5')).toBeVisible();
  const meter = screen.getByRole('progressbar', { name: copy.watchedMatches });
  expect(meter).toHaveAttribute('aria-valuenow', '2');
  expect(meter).toHaveAttribute('aria-valuemax', '3');
  cleanup();
  await show({ plan: 'elite', partidos: ['m1'] });
  await waitFor(() => expect(screen.getByText('1 partido')).toBeVisible());
});
