/** Specification, section 9: the business constants, each checked in the browser. */
import { installClock, pass, stopClock } from './support/clock.ts';
import * as contact from './support/contact-form.ts';
import { at, fieldMessage, status, storedToken, text, toast } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import * as people from './support/users.ts';
import { readProfile } from './support/profile-document.ts';
import { signIn } from './support/session.ts';
import { inOrder, type Row, type Step, section } from './support/spec-row.ts';

const newAccount: Step = async ({ page }) => {
  await people.fillRegistration(page, people.newcomer());
  await people.submitRegistration(page);
};

const registered: Step = async (fixtures) => {
  await newAccount(fixtures);
  await fixtures.page.waitForURL('**/dashboard');
};

/** Types one character too few, then enough. */
const shortest = (
  field: 'username' | 'password',
  label: string,
  values: { readonly tooShort: string; readonly enough: string },
  sentence: string,
): Row => ({
  what: `minimum ${field} length`,
  route: '/register',
  provoke: async ({ page }) => {
    await people.fillRegistration(page, { [field]: values.tooShort });
    await page.getByRole('heading', { level: 1 }).click();
  },
  expect: async (fixtures) => {
    await fieldMessage(label, sentence)(fixtures);
    await fixtures.page.getByLabel(label, { exact: true }).fill(values.enough);
    await expect(fixtures.page.getByText(sentence)).toHaveCount(0);
  },
});

const profileRows: readonly Row[] = [
  {
    what: 'default check frequency (configuracion.frecuencia): 60',
    route: '/register',
    provoke: registered,
    expect: async (fixtures) => {
      expect(await readProfile(fixtures)).toMatchObject({
        configuracion: { mapValue: { fields: { frecuencia: { integerValue: '60' } } } },
      });
    },
  },
  {
    what: 'default plan: basico',
    route: '/register',
    provoke: registered,
    expect: async (fixtures) => {
      expect(await readProfile(fixtures)).toMatchObject({ plan: { stringValue: 'basico' } });
      await text('Plan Básico')(fixtures);
    },
  },
  shortest(
    'username',
    'Nombre de usuario',
    { tooShort: 'lu', enough: 'luc' },
    'El nombre de usuario debe tener al menos 3 caracteres',
  ),
  shortest(
    'password',
    'Contraseña',
    { tooShort: '12345', enough: '123456' },
    'La contraseña debe tener al menos 6 caracteres',
  ),
];

const minute = 60_000;

const sessionRows: readonly Row[] = [
  {
    what: 'token refresh interval: 50 minutes',
    route: '/login',
    given: installClock,
    provoke: inOrder(stopClock, signIn),
    expect: async (fixtures) => {
      const first = await storedToken(fixtures);
      await fixtures.page.clock.fastForward(50 * minute - 1);
      await expect(
        fixtures.page.getByRole('button', { name: 'Cuenta', exact: true }),
      ).toBeVisible();
      expect(await storedToken(fixtures)).toBe(first);
      await fixtures.page.clock.fastForward(1);
      await expect.poll(() => storedToken(fixtures)).not.toBe(first);
    },
  },
  {
    what: 'post-signup redirect delay: 1 second',
    route: '/register',
    given: installClock,
    provoke: inOrder(stopClock, newAccount),
    expect: inOrder(
      toast('success', '¡Cuenta creada exitosamente!'),
      pass(999),
      at('/register'),
      pass(1),
      at('/dashboard'),
    ),
  },
];

const contactRows: readonly Row[] = [
  {
    what: 'contact success auto-close: 3 seconds',
    route: '/support',
    given: installClock,
    provoke: inOrder(contact.open, contact.fill(), stopClock, contact.send),
    expect: inOrder(
      status('¡Mensaje enviado correctamente! Te responderemos pronto.'),
      pass(2_999),
      (fixtures) => expect(contact.dialog(fixtures)).toBeVisible(),
      pass(1),
      (fixtures) => expect(contact.dialog(fixtures)).toBeHidden(),
    ),
  },
  {
    what: 'contact priority levels: 4 (default medium)',
    route: '/support',
    provoke: contact.open,
    expect: async (fixtures) => {
      const priority = contact.field(fixtures, 'Prioridad');
      await expect(priority.getByRole('option')).toHaveText(['Baja', 'Media', 'Alta', 'Urgente']);
      await expect(priority.locator('option:checked')).toHaveText('Media');
    },
  },
  {
    what: 'message box rows: 5',
    route: '/support',
    provoke: contact.open,
    expect: (fixtures) => expect(contact.field(fixtures, 'Mensaje *')).toHaveAttribute('rows', '5'),
  },
  {
    what: 'support response promise: 24 hours by e-mail',
    route: '/support',
    expect: text('Respondemos por correo electrónico en un plazo de 24 horas.'),
  },
];

const pageRows: readonly Row[] = [
  {
    what: 'data retention: 3 years after account cancellation unless deletion is requested earlier',
    route: '/privacy',
    expect: async ({ page }) => {
      const retention = page.getByRole('region', { name: /Conservación de los datos/ });
      await expect(retention).toContainText('durante 3 años desde la cancelación');
      await expect(retention).toContainText('salvo que pidas antes que los borremos');
    },
  },
  {
    what: 'FAQ items: 6',
    route: '/support',
    expect: ({ page }) =>
      expect(
        page
          .getByRole('region', { name: 'Preguntas frecuentes' })
          .getByRole('heading', { level: 3 }),
      ).toHaveCount(6),
  },
  {
    what: 'help categories: 4',
    route: '/support',
    expect: ({ page }) =>
      expect(
        page.getByRole('region', { name: 'Categorías de ayuda' }).getByRole('heading'),
      ).toHaveCount(4),
  },
  {
    what: 'plans: 3 (Basico, Premium, Elite)',
    route: '/dashboard/plan',
    as: 'signedIn',
    expect: async ({ page }) => {
      const plans = page.getByRole('table').getByRole('columnheader').locator('b');
      await expect(plans).toHaveText(['Básico', 'Premium', 'Elite']);
    },
  },
];

section('§9 Constantes', [...profileRows, ...sessionRows, ...contactRows, ...pageRows]);
