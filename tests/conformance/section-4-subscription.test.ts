/** Specification, section 4: a subscription renews each period, and cancelling takes effect at its end. */
import { screen } from '@testing-library/dom';
import { HttpResponse } from 'msw';
import { expect } from 'vitest';
import { subscribed } from '#tests/support/billing-samples.ts';
import { named, text, until } from './support/expectations.ts';
import { answeredWith } from './support/hosted-services.ts';
import { inOrder, type Step, section } from './support/spec-row.ts';

const subscriptionIs = (...part: Parameters<typeof subscribed>): Step =>
  answeredWith('*/api/billing/state', () => HttpResponse.json(subscribed(...part)));

section('§4 Estados y transiciones', [
  {
    title: 'subscription: renews automatically each period',
    route: '/terms',
    expect: text(/La suscripción se renueva automáticamente en cada periodo/),
  },
  {
    title: 'subscription: cancellation takes effect at the end of the period, as the terms say',
    route: '/terms',
    expect: text(/La cancelación tiene efecto al final del periodo en curso/),
  },
  {
    title: 'subscription: the next charge is shown',
    route: '/dashboard/plan',
    as: 'signedIn',
    given: subscriptionIs(),
    expect: inOrder(text('Próximo cobro'), named('button', 'Cancelar suscripción')),
  },
  {
    title:
      'subscription: after cancelling, the plan stays until the period ends; it can be resumed',
    route: '/dashboard/plan',
    as: 'signedIn',
    given: subscriptionIs({
      status: 'cancelScheduled',
      endsAt: '2026-12-12T10:00:00.000Z',
      nextCharge: null,
    }),
    expect: inOrder(
      until(() =>
        expect(screen.getByRole('main')).toHaveTextContent(
          'Cancelación programada. Premium sigue activo hasta el 12 de diciembre de 2026. Ese día pasas a Básico',
        ),
      ),
      named('columnheader', /Premium.*Tu plan/),
      named('button', 'Mantener suscripción'),
    ),
  },
]);
