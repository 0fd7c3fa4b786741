/** Specification, section 9: the business constants; minimum lengths and the contact form's are in sections 3 and 5. */
import { installClock, runClock, stopClock } from './support/clock.ts';
import * as contact from './support/contact-form.ts';
import { at, status, storedToken, text, toast } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { fetchProfile } from './support/profile-document.ts';
import { signInUser } from './support/session.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import * as users from './support/users.ts';

const newAccount: Step = async ({ page }) => {
  await users.fillRegistration(page, users.newUser());
  await users.submitRegistration(page);
};

const registerNewUser: Step = async (fixtures) => {
  await newAccount(fixtures);
  await fixtures.page.waitForURL('**/dashboard');
};

const profileRows: readonly SpecRow[] = [
  {
    title: 'default check frequency (configuracion.frecuencia): 60, default plan: basico',
    route: '/register',
    when: registerNewUser,
    expect: async (fixtures) => {
      expect(await fetchProfile(fixtures)).toMatchObject({
        configuracion: { mapValue: { fields: { frecuencia: { integerValue: '60' } } } },
        plan: { stringValue: 'basico' },
      });
      await text('Plan Básico')(fixtures);
    },
  },
];

const minuteMs = 60_000;

const sessionRows: readonly SpecRow[] = [
  {
    title: 'token refresh interval: 50 minutes',
    route: '/login',
    given: installClock,
    when: inOrder(stopClock, signInUser),
    expect: async (fixtures) => {
      const first = await storedToken(fixtures);
      await fixtures.page.clock.fastForward(50 * minuteMs - 1);
      await expect(
        fixtures.page.getByRole('button', { name: 'Cuenta', exact: true }),
      ).toBeVisible();
      expect(await storedToken(fixtures)).toBe(first);
      await fixtures.page.clock.fastForward(1);
      await expect.poll(() => storedToken(fixtures)).not.toBe(first);
    },
  },
  {
    title: 'post-signup redirect delay: 1 second',
    route: '/register',
    given: installClock,
    when: inOrder(stopClock, newAccount),
    expect: inOrder(
      toast('success', '¡Cuenta creada exitosamente!'),
      runClock(999),
      at('/register'),
      runClock(1),
      at('/dashboard'),
    ),
  },
];

const contactRows: readonly SpecRow[] = [
  {
    title: 'contact success auto-close: 3 seconds',
    route: '/support',
    given: installClock,
    when: inOrder(contact.open, contact.fill(), stopClock, contact.send),
    expect: inOrder(
      status('¡Mensaje enviado correctamente! Te responderemos pronto.'),
      runClock(2_999),
      (fixtures) => expect(contact.dialog(fixtures)).toBeVisible(),
      runClock(1),
      (fixtures) => expect(contact.dialog(fixtures)).toBeHidden(),
    ),
  },
  {
    title: 'support response promise: 24 hours by e-mail',
    route: '/support',
    expect: text('Respondemos por correo electrónico en un plazo de 24 horas.'),
  },
];

const pageRows: readonly SpecRow[] = [
  {
    title:
      'data retention: 3 years after account cancellation unless deletion is requested earlier',
    route: '/privacy',
    expect: async ({ page }) => {
      const retention = page.getByRole('region', { name: /Conservación de los datos/ });
      await expect(retention).toContainText('durante 3 años desde la cancelación');
      await expect(retention).toContainText('salvo que pidas antes que los borremos');
    },
  },
  {
    title: 'FAQ items: 6',
    route: '/support',
    expect: ({ page }) =>
      expect(
        page
          .getByRole('region', { name: 'Preguntas frecuentes' })
          .getByRole('heading', { level: 3 }),
      ).toHaveCount(6),
  },
  {
    title: 'help categories: 4',
    route: '/support',
    expect: ({ page }) =>
      expect(
        page.getByRole('region', { name: 'Categorías de ayuda' }).getByRole('heading'),
      ).toHaveCount(4),
  },
  {
    title: 'plans: 3 (Basico, Premium, Elite)',
    route: '/dashboard/plan',
    as: 'signedIn',
    expect: async ({ page }) => {
      const plans = page.getByRole('table').getByRole('columnheader').locator('b');
      await expect(plans).toHaveText(['Básico', 'Premium', 'Elite']);
    },
  },
];

section('§9 Constantes', [...profileRows, ...sessionRows, ...contactRows, ...pageRows]);
