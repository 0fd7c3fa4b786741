/** Which billing mails a subscription change sends, and their text. */
import { describe, expect, it } from 'vitest';
import type { PlanName } from '#domain/plans.ts';
import type { SubscriptionFacts } from '#machines/subscription.machine.ts';
import type { FetchedInvoice } from '../db/billing/billing-invoices.ts';
import type { PlanChange } from '../plans/effective-plan.ts';
import { noSubscription, type SubscriptionRecord } from '../plans/subscription-state.ts';
import { billingMailText } from './billing-mail-text.ts';
import { selectBillingMails } from './select-billing-mails.ts';

const day = 24 * 3_600_000;
const record = (
  state: SubscriptionRecord['state'],
  part: Partial<SubscriptionFacts> = {},
): SubscriptionRecord => ({
  state,
  facts: {
    subscriptionId: 'sub_1',
    createdAtMs: 0,
    readAtMs: 0,
    plan: 'premium',
    status: 'active',
    periodStart: 0,
    periodEnd: 30 * day,
    endsAtMs: null,
    owedSince: null,
    ...part,
  },
});
const invoice = (id: string, cents = 999, chargedCents = cents): FetchedInvoice => ({
  id,
  number: `N-${id}`,
  issuedAt: new Date(0),
  cents,
  taxCents: 173,
  chargedCents,
  status: 'paid',
  paidAt: new Date(0),
  url: null,
});
const change: PlanChange = {
  before: 'premium',
  after: 'basico',
  paused: 2,
  resumed: 0,
  frecuencia: 60,
};
const mails = (
  before: SubscriptionRecord,
  after: SubscriptionRecord,
  paid: readonly FetchedInvoice[] = [],
  changed: PlanChange | null = null,
  granted: PlanName | null = null,
) => {
  const transition = { before, after, paid, change: changed, granted };
  return selectBillingMails({ ...transition, details: null, suspended: false });
};
const kinds = (...args: Parameters<typeof mails>) => mails(...args).map(({ kind }) => kind);

const active = record('active');
const scheduled = record('cancelScheduled', { endsAtMs: 30 * day });
const owing = record('pastDue', { status: 'past_due', owedSince: 0 });
const ended = record('ended', { status: 'canceled' });

describe('which mails are sent', () => {
  it.each<[string, SubscriptionRecord, SubscriptionRecord, string[]]>([
    ['nothing new', active, active, []],
    ['the first charge', noSubscription, active, ['welcome']],
    ['a first charge that is incomplete', noSubscription, record('incomplete'), []],
    ['a first charge that expired', record('incomplete'), ended, []],
    ['a failed charge', active, owing, ['paymentFailed']],
    ['the same failure again', owing, owing, []],
    ['a recovery: the receipt is enough', owing, active, []],
    ['a cancellation', active, scheduled, ['cancellationScheduled']],
    ['the same cancellation again', scheduled, scheduled, []],
    ['another end for it', record('cancelScheduled'), scheduled, ['cancellationScheduled']],
    ['a subscription that is resumed', scheduled, active, ['cancellationUndone']],
    ['the end', scheduled, ended, ['ended']],
    ['another plan', active, record('active', { plan: 'elite' }), ['planChanged']],
    ['subscribing again', ended, active, ['welcome']],
  ])('%s', (_, before, after, expected) => {
    expect(kinds(before, after)).toEqual(expected);
  });

  it('a receipt for each paid invoice, the first within the welcome, none for a credit', () => {
    expect(kinds(active, active, [invoice('1'), invoice('2')])).toEqual(['receipt', 'receipt']);
    expect(kinds(active, active, [invoice('1', -500), invoice('2', 0)])).toEqual([]);
    expect(mails(noSubscription, active, [invoice('1')])).toMatchObject([
      { kind: 'welcome', invoice: { id: '1' } },
    ]);
  });

  it('the last mail says whether the plan ended unpaid', () => {
    expect(mails(scheduled, ended)).toMatchObject([{ unpaid: false }]);
    expect(mails(owing, ended)).toMatchObject([{ unpaid: true }]);
    const atOnce = record('ended', { status: 'past_due', owedSince: 0 });
    expect(mails(active, atOnce)).toMatchObject([{ unpaid: true }]);
  });
});

describe('their text', () => {
  const zone = 'Europe/Madrid';
  const textFor = (...args: Parameters<typeof mails>) => {
    const [mail] = mails(...args);
    if (mail === undefined) throw new Error('no mail');
    return billingMailText(mail, zone);
  };

  it('a cancellation that was taken back: what the one before said is not true any more', () => {
    const { subject, paragraphs } = textFor(scheduled, active);
    expect([subject, ...paragraphs]).toEqual([
      'Tu plan Premium sigue',
      'La cancelación ya no vale: tu plan Premium no termina y se renueva el 31 de enero de 1970, por 9,99\u00a0€.',
    ]);
  });

  it('a receipt: number, day, base, tax and total', () => {
    const { facts, subject, paragraphs } = textFor(active, active, [invoice('7')]);
    expect(paragraphs).toEqual([
      'Hemos cobrado 9,99\u00a0€ de tu plan Premium. Este es tu recibo.',
    ]);
    expect(subject).toBe('Recibo N-7: 9,99\u00a0€');
    expect(facts.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'Recibo N-7',
      'Fecha 1 de enero de 1970',
      'Base 8,26\u00a0€',
      'IVA incluido (21\u00a0%) 1,73\u00a0€',
      'Total 9,99\u00a0€',
    ]);
  });

  it.each([
    [
      498,
      'Hemos cobrado 4,98\u00a0€ de tu plan Premium; los otros 5,01\u00a0€ salen de tu saldo',
      ['Total 9,99\u00a0€', 'De tu saldo a favor 5,01\u00a0€', 'Cobrado a tu tarjeta 4,98\u00a0€'],
    ],
    [
      0,
      'Los 9,99\u00a0€ de tu plan Premium salen de tu saldo a favor: no hemos cobrado nada',
      ['Total 9,99\u00a0€', 'De tu saldo a favor 9,99\u00a0€', 'Cobrado a tu tarjeta 0,00\u00a0€'],
    ],
  ])('a receipt that credit paid in part: %i cents from the card', (charged, sentence, sums) => {
    const { facts, paragraphs } = textFor(active, active, [invoice('7', 999, charged)]);
    expect(paragraphs[0]).toContain(sentence);
    expect(facts.map(({ name, value }) => `${name} ${value}`).slice(-3)).toEqual(sums);
  });

  it('a smaller paid plan: what is credited', () => {
    const elite = record('active', { plan: 'elite' });
    const { paragraphs } = textFor(elite, active, [invoice('1', -1_500, 0)]);
    expect(paragraphs.join(' ')).toContain('Te abonamos 15,00\u00a0€ por lo que no has gastado');
    expect(textFor(active, elite).paragraphs).toHaveLength(1);
  });

  it('the end: what the smaller plan changed, and that nothing was deleted', () => {
    const { paragraphs } = textFor(scheduled, record('ended'), [], change);
    expect(paragraphs.join(' ')).toMatch(
      /como pediste.*en pausa 2 umbrales que el plan Básico no incluye.*cada 60 segundos.*No hemos borrado nada/s,
    );
  });

  it.each([
    ['a failed charge', active, owing],
    ['a cancellation', active, scheduled],
    ['the end', scheduled, ended],
  ])('%s takes nothing away beside a granted plan', (_, before, after) => {
    const { subject, paragraphs } = textFor(before, after, [], null, 'elite');
    const said = [subject, ...paragraphs].join(' ');
    expect(said).toContain('El plan Elite, que te hemos concedido, sigue igual.');
    expect(said).not.toContain('Básico');
  });

  it.each([
    [1, 'Un umbral que estaba en pausa por tu plan anterior vuelve a estar en marcha.'],
    [3, '3 umbrales que estaban en pausa por tu plan anterior vuelven a estar en marcha.'],
  ])('a larger plan: which thresholds run again, %i', (resumed, sentence) => {
    const larger = { ...change, before: 'basico', after: 'premium', paused: 0, resumed } as const;
    const { paragraphs } = textFor(noSubscription, active, [], larger);
    expect(paragraphs).toContain(sentence);
    expect(paragraphs.join(' ')).not.toContain('Hemos puesto en pausa');
  });
});
