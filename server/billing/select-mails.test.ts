import { describe, expect, it } from 'vitest';
import type { SubscriptionFacts } from '#machines/subscription.machine.ts';
import type { FetchedInvoice } from '../db/billing/billing-invoices.ts';
import type { PlanChange } from './effective-plan.ts';
import { billingMailText } from './mail-texts.ts';
import { mailsFor } from './select-mails.ts';
import { noSubscription, type SubscriptionRecord } from './subscription-state.ts';

const day = 24 * 3_600_000;
const life = (
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
const told = (
  before: SubscriptionRecord,
  after: SubscriptionRecord,
  paid: readonly FetchedInvoice[] = [],
  changed: PlanChange | null = null,
) => mailsFor({ before, after, details: null, paid, change: changed, suspended: false });
const kinds = (...given: Parameters<typeof told>) => told(...given).map(({ kind }) => kind);

describe('which mails follow', () => {
  const active = life('active');
  const scheduled = life('cancelScheduled', { endsAtMs: 30 * day });
  const owing = life('pastDue', { status: 'past_due', owedSince: 0 });
  const ended = life('ended', { status: 'canceled' });
  it.each<[string, SubscriptionRecord, SubscriptionRecord, string[]]>([
    ['nothing new', active, active, []],
    ['the first charge', noSubscription, active, ['welcome']],
    ['a first charge that is not done', noSubscription, life('incomplete'), []],
    ['a first charge given up', life('incomplete'), ended, []],
    ['a failed charge', active, owing, ['paymentFailed']],
    ['the same failure again', owing, owing, []],
    ['a recovery, whose receipt says enough', owing, active, []],
    ['a cancellation', active, scheduled, ['cancellationScheduled']],
    ['the same cancellation again', scheduled, scheduled, []],
    [
      'another end for it',
      scheduled,
      life('cancelScheduled', { endsAtMs: 20 * day }),
      ['cancellationScheduled'],
    ],
    ['a subscription that is kept after all', scheduled, active, []],
    ['the end', scheduled, ended, ['ended']],
    ['another plan', active, life('active', { plan: 'elite' }), ['planChanged']],
    ['coming back', ended, active, ['welcome']],
  ])('%s', (_, before, after, expected) => {
    expect(kinds(before, after)).toEqual(expected);
  });

  it('a receipt for each paid invoice, the first within the welcome, none for a credit', () => {
    expect(kinds(active, active, [invoice('1'), invoice('2')])).toEqual(['receipt', 'receipt']);
    expect(kinds(active, active, [invoice('1', -500), invoice('2', 0)])).toEqual([]);
    expect(told(noSubscription, active, [invoice('1')])).toMatchObject([
      { kind: 'welcome', invoice: { id: '1' } },
    ]);
  });

  it('an end says whether it was for money', () => {
    expect(told(scheduled, ended)).toMatchObject([{ unpaid: false }]);
    expect(told(owing, ended)).toMatchObject([{ unpaid: true }]);
    const atOnce = life('ended', { status: 'past_due', owedSince: 0 });
    expect(told(active, atOnce)).toMatchObject([{ unpaid: true }]);
  });
});

describe('what they say', () => {
  const zone = 'Europe/Madrid';
  const wordsFor = (...given: Parameters<typeof told>) => {
    const [letter] = told(...given);
    if (letter === undefined) throw new Error('no mail');
    return billingMailText(letter, zone);
  };

  it('a receipt: number, day, base, tax and total', () => {
    const { facts, subject } = wordsFor(life('active'), life('active'), [invoice('7')]);
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
    [498, 'Hemos cobrado 4,98\u00a0€ de tu plan Premium; los otros 5,01\u00a0€ salen de tu saldo'],
    [0, 'Los 9,99\u00a0€ de tu plan Premium salen de tu saldo a favor: no hemos cobrado nada'],
  ])('a receipt that credit paid in part: %i cents from the card', (charged, sentence) => {
    const { facts, paragraphs } = wordsFor(life('active'), life('active'), [
      invoice('7', 999, charged),
    ]);
    expect(paragraphs[0]).toContain(sentence);
    expect(facts.map(({ name }) => name).slice(-3)).toEqual([
      'Total',
      'De tu saldo a favor',
      'Cobrado a tu tarjeta',
    ]);
  });

  it('a smaller paid plan: what is given back', () => {
    const elite = life('active', { plan: 'elite' });
    const { paragraphs } = wordsFor(elite, life('active'), [invoice('1', -1_500, 0)]);
    expect(paragraphs.join(' ')).toContain('Te abonamos 15,00\u00a0€ por lo que no has gastado');
    expect(wordsFor(life('active'), elite).paragraphs).toHaveLength(1);
  });

  it('an end: what the smaller plan did, and that nothing was deleted', () => {
    const { paragraphs } = wordsFor(
      life('cancelScheduled', { endsAtMs: day }),
      life('ended'),
      [],
      change,
    );
    expect(paragraphs.join(' ')).toMatch(
      /como pediste.*en pausa 2 umbrales que el plan Básico no incluye.*cada 60 segundos.*No hemos borrado nada/s,
    );
  });

  it('a failed charge: until when the plan stays', () => {
    const { paragraphs } = wordsFor(
      life('active'),
      life('pastDue', { status: 'past_due', owedSince: 0 }),
    );
    expect(paragraphs.join(' ')).toContain(
      'Sigues con Premium hasta el 8 ene 1970, 01:00 (Madrid)',
    );
  });
});
