/** Specification, section 9: how long toasts stay, and how many. */
import { password } from '#tests/support/identity.ts';
import { installClock, runClock, stopClock } from './support/clock.ts';
import { toast, toasts } from './support/expectations.ts';
import { expect, test } from './support/fixtures.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import { stubError } from './support/stub-identity-service.ts';
import * as users from './support/users.ts';

// Sign-in fails on purpose, so that error toasts show.
test.use({ expectedErrors: [/status of 400/] });

const failSignIn: Step = ({ page }) => users.signIn(page, 'nadie@correo.example', password);

/** The exit animation runs on the browser's own time; the page's clock decides when it starts. */
const expectGone =
  (kind: 'success' | 'error'): Step =>
  ({ page }) =>
    expect(toasts(page, kind)).not.toBeInViewport({ ratio: 0.5 });
const expectShown =
  (kind: 'success' | 'error'): Step =>
  ({ page }) =>
    expect(toasts(page, kind)).toBeInViewport({ ratio: 1 });

const expectDuration = (kind: 'success' | 'error', sentence: string, ms: number): Step =>
  inOrder(
    toast(kind, sentence),
    runClock(ms - 1),
    expectShown(kind),
    runClock(1),
    expectGone(kind),
  );

const toastRows: readonly SpecRow[] = [
  {
    title: 'toast duration: error 4 s',
    route: '/login',
    given: installClock,
    when: inOrder(stopClock, failSignIn),
    expect: expectDuration('error', 'Usuario no encontrado', 4_000),
  },
  {
    title: 'toast duration: success 2 s',
    route: '/dashboard',
    as: 'signedIn',
    given: installClock,
    when: async (fixtures) => {
      await fixtures.page.getByRole('button', { name: 'Cuenta', exact: true }).click();
      await stopClock(fixtures);
      await fixtures.page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    },
    expect: expectDuration('success', 'Sesión cerrada exitosamente', 2_000),
  },
  {
    title: 'at most 20 toasts shown',
    route: '/login',
    given: inOrder(installClock, stubError('signInWithPassword', 'USER_DISABLED')),
    // The clock is paused: no toast expires.
    when: inOrder(stopClock, async (fixtures) => {
      const { page } = fixtures;
      const secret = page.getByLabel('Contraseña', { exact: true });
      await failSignIn(fixtures);
      for (let shown = 1; shown < 20; shown += 1) {
        await expect(toasts(page, 'error')).toHaveCount(shown);
        await secret.press('Enter');
      }
      await expect(toasts(page, 'error')).toHaveCount(20);
      for (let more = 0; more < 3; more += 1) {
        const answered = page.waitForResponse(/:signInWithPassword/);
        await secret.press('Enter');
        await answered;
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
