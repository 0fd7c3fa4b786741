/** Specification, section 9: how long toasts stay, and how many. */
import { password } from '#tests/support/identity.ts';
import { installClock, pass, stopClock } from './support/clock.ts';
import { toast, toasts } from './support/expectations.ts';
import { expect, test } from './support/fixtures.ts';
import * as people from './support/users.ts';
import { inOrder, type Row, type Step, section } from './support/spec-row.ts';
import { stubError } from './support/stub-identity-service.ts';

// Sign-in fails on purpose, so that error toasts show.
test.use({ expectedErrors: [/status of 400/] });

const refusedLogin: Step = ({ page }) => people.signIn(page, 'nadie@correo.example', password);

/** The exit animation runs on the browser's own time; the page's clock decides when it starts. */
const leaves =
  (kind: 'success' | 'error'): Step =>
  ({ page }) =>
    expect(toasts(page, kind)).not.toBeInViewport({ ratio: 0.5 });
const stays =
  (kind: 'success' | 'error'): Step =>
  ({ page }) =>
    expect(toasts(page, kind)).toBeInViewport({ ratio: 1 });

const toastLasts = (kind: 'success' | 'error', sentence: string, ms: number): Step =>
  inOrder(toast(kind, sentence), pass(ms - 1), stays(kind), pass(1), leaves(kind));

const toastRows: readonly Row[] = [
  {
    what: 'toast duration: error 4 s',
    route: '/login',
    given: installClock,
    provoke: inOrder(stopClock, refusedLogin),
    expect: toastLasts('error', 'Usuario no encontrado', 4_000),
  },
  {
    what: 'toast duration: success 2 s',
    route: '/dashboard',
    as: 'signedIn',
    given: installClock,
    provoke: async (fixtures) => {
      await fixtures.page.getByRole('button', { name: 'Cuenta', exact: true }).click();
      await stopClock(fixtures);
      await fixtures.page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    },
    expect: toastLasts('success', 'Sesión cerrada exitosamente', 2_000),
  },
  {
    what: 'at most 20 toasts shown',
    route: '/login',
    given: inOrder(installClock, stubError('signInWithPassword', 'USER_DISABLED')),
    // The clock is paused: no toast expires.
    provoke: inOrder(stopClock, async (fixtures) => {
      const { page } = fixtures;
      const secret = page.getByLabel('Contraseña', { exact: true });
      await refusedLogin(fixtures);
      for (let shown = 1; shown < 20; shown += 1) {
        await expect(toasts(page, 'error')).toHaveCount(shown);
        await secret.press('Enter');
      }
      await expect(toasts(page, 'error')).toHaveCount(20);
      for (let more = 0; more < 3; more += 1) {
        const refused = page.waitForResponse(/:signInWithPassword/);
        await secret.press('Enter');
        await refused;
        await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeEnabled();
      }
    }),
    expect: async ({ page }) => {
      // The oldest expire, and queued ones replace them.
      for (let passed = 0; passed < 1_000; passed += 200) {
        expect(await toasts(page, 'error').count()).toBeLessThanOrEqual(20);
        await page.clock.runFor(200);
      }
    },
  },
];

section('§9 Constantes', toastRows);
