/** List of every screen state the accessibility tests check, public and signed in. */
import type { Page } from '@playwright/test';
import { expiryPassed } from '#domain/threshold-refusals.ts';
import { signInErrors, textForCode } from '#src/copy/auth-texts.ts';
import { commandCopy } from '#src/copy/command-texts.ts';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { contactCopy, contactFailureTexts } from '#src/copy/contact.ts';
import { matchCopy } from '#src/copy/match.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import {
  accountCopy,
  eraseCopy,
  passwordCopy,
  reauthenticationCopy,
} from '#src/copy/settings-account.ts';
import { registrationErrors, signInCopy } from '#src/copy/sign-in.ts';
import { supportCopy } from '#src/copy/support.ts';
import { thresholdChangeCopy } from '#src/copy/threshold-change.ts';
import { thresholdFormCopy } from '#src/copy/threshold-form-texts.ts';
import { thresholdListCopy } from '#src/copy/threshold-list.ts';
import { templateCopy } from '#src/copy/threshold-template.ts';
import { expect } from '#tests/support/playwright-test.ts';
import { createThreshold } from '#tests/support/settings-page.ts';
import { alertStates } from './alert-states.ts';
import { channelStates } from './channel-states.ts';
import { listStates } from './list-states.ts';
import { matchStates } from './match-states.ts';
import { onboardingStates } from './onboarding-states.ts';
import { planStates } from './plan-states.ts';
import type { ScreenState } from './screen-state.ts';
import { splashStates } from './splash-states.ts';

const pressButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
/** The screen's own heading has replaced the splash's. */
const expectOwnHeading = (page: Page) =>
  expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Vigía');

async function openContact(page: Page): Promise<void> {
  await page.getByRole('button', { name: supportCopy.contact }).first().click();
  await expect(page.getByRole('dialog', { name: contactCopy.title })).toBeVisible();
}

async function fillContact(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: contactCopy.title });
  for (const name of ['Nombre *', 'Asunto *', 'Mensaje *'])
    await dialog.getByLabel(name).fill('Una duda');
  await dialog.getByLabel(contactCopy.email).fill('lucia@correo.example');
}

async function openMatch(page: Page): Promise<void> {
  await page.locator('[role=grid] a[href^="/dashboard/partidos/"]').first().click();
  await expect(page.getByRole('button', { name: matchCopy.asTable })).toBeVisible();
}

async function openThresholdForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: matchCopy.createThreshold, exact: true }).first().click();
  await expect(page.getByRole('dialog', { name: thresholdFormCopy.create })).toBeVisible();
}

const publicStates: readonly ScreenState[] = [
  { name: 'sign-in', path: '/login', reach: expectOwnHeading },
  {
    name: 'recovery',
    async reach(page) {
      await pressButton(page, signInCopy.forgot);
      await expect(page.getByRole('button', { name: signInCopy.sendLink })).toBeVisible();
    },
  },
  {
    name: 'sign-in rejected',
    async reach(page) {
      await pressButton(page, 'Volver');
      await page.getByLabel(signInCopy.email).fill('nadie@correo.example');
      await page.getByLabel(signInCopy.password, { exact: true }).fill('otra-cosa');
      await pressButton(page, signInCopy.signIn);
      // The same text is in a toast, too.
      await expect(page.locator('.field__error')).toHaveText(
        textForCode(signInErrors, 'auth/user-not-found'),
      );
    },
  },
  {
    name: 'registration with every error',
    path: '/register',
    async reach(page) {
      await pressButton(page, signInCopy.createAccount);
      await expect(page.getByText(registrationErrors.usernameMissing)).toBeVisible();
    },
  },
  { name: 'how it works', path: '/how-it-works', reach: expectOwnHeading },
  { name: 'terms', path: '/terms', reach: expectOwnHeading },
  { name: 'privacy', path: '/privacy', reach: expectOwnHeading },
  {
    name: 'help, a question open',
    path: '/support',
    async reach(page) {
      await expectOwnHeading(page);
      await page.getByTestId('questions').getByRole('button').first().click();
    },
  },
  {
    name: 'help, searching',
    async reach(page) {
      await page.getByRole('searchbox', { name: supportCopy.search }).fill('correo');
      await expect(page.locator('mark').first()).toBeVisible();
    },
  },
  {
    name: 'contact form with every error',
    path: '/support',
    async reach(page) {
      await openContact(page);
      await pressButton(page, contactCopy.send);
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    },
  },
  {
    name: 'contact form, not sent',
    async reach(page) {
      await page.route('**/api/v1.0/email/send', (route) => route.fulfill({ status: 429 }));
      await fillContact(page);
      await pressButton(page, contactCopy.send);
      await expect(page.getByText(contactFailureTexts['not-sent'])).toBeVisible();
    },
  },
];

const signedInStates: readonly ScreenState[] = [
  { name: 'overview', path: '/dashboard', reach: expectOwnHeading },
  {
    name: 'command menu',
    async reach(page) {
      await page.keyboard.press('Control+k');
      const menu = page.getByRole('dialog', { name: commandCopy.title });
      await menu.getByRole('combobox').fill('a');
      await expect(menu.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'help of keys',
    async reach(page) {
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: commandCopy.keysTitle })).toBeVisible();
    },
  },
  {
    name: 'account menu',
    async reach(page) {
      await page.keyboard.press('Escape');
      await pressButton(page, 'Cuenta');
      await expect(page.getByRole('menuitem', { name: 'Cerrar sesión' })).toBeVisible();
    },
  },
  { name: 'matches', path: '/dashboard/partidos', reach: expectOwnHeading },
  { name: 'match', reach: openMatch },
  {
    name: 'match as a table',
    async reach(page) {
      await pressButton(page, matchCopy.asTable);
      await expect(page.getByRole('table').first()).toBeVisible();
    },
  },
  { name: 'threshold form', reach: openThresholdForm },
  {
    name: 'thresholds of a template, with an error',
    path: '/dashboard/umbrales?crear=varios',
    async reach(page) {
      const dialog = page.getByRole('dialog', { name: templateCopy.title });
      await expect(dialog.getByRole('row').nth(1)).toBeVisible();
      await expect(dialog.getByText(/^Se crearán/)).toBeVisible();
      await dialog.getByLabel(templateCopy.share).fill('x');
      await expect(dialog.getByText('Escribe un porcentaje entero')).toBeVisible();
    },
  },
  {
    name: 'thresholds, import preview',
    path: '/dashboard/umbrales?archivo=umbrales',
    async reach(page) {
      const threshold = { target: { kind: 'collectible', id: 'no-existe' }, value: 1 };
      await page.locator('input[type=file]').setInputFiles({
        name: 'umbrales.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ umbrales: { uno: threshold } })),
      });
      await expect(page.getByText('Prueba de umbrales.json')).toBeVisible();
    },
  },
  { name: 'alerts', path: '/dashboard/alertas', reach: expectOwnHeading },
  { name: 'settings', path: '/dashboard/configuracion', reach: expectOwnHeading },
  {
    name: 'settings, a weekly summary for an address still to be confirmed',
    async reach(page) {
      const summary = page.getByRole('switch', { name: settingsCopy.week });
      // The user keeps it from one test to the next.
      if (!(await summary.isChecked())) await summary.click();
      await expect(page.getByText('Saldrá cuando confirmes tu dirección')).toBeVisible();
    },
  },
  {
    name: 'settings, password and quiet hours with every error',
    async reach(page) {
      await pressButton(page, passwordCopy.change);
      await expect(page.getByText(passwordCopy.currentMissing)).toBeVisible();
      const quietHours = page.getByRole('region', { name: settingsCopy.quietTitle });
      await quietHours.getByRole('switch').check();
      for (const label of [settingsCopy.from, settingsCopy.to, settingsCopy.zone])
        await quietHours.getByLabel(label).fill('x');
      await quietHours.getByLabel(settingsCopy.from).focus();
      await expect(quietHours.getByText(settingsCopy.zoneUnknown)).toBeVisible();
    },
  },
  {
    name: 'settings, another address with every error',
    async reach(page) {
      await page.getByRole('button', { name: confirmationCopy.change }).last().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: confirmationCopy.changeSubmit }).click();
      await expect(dialog.getByText(registrationErrors.emailMissing)).toBeVisible();
    },
  },
  {
    name: 'settings, erasing the account',
    async reach(page) {
      await page.route('**/api/users/profile?modo=eliminar', (route) =>
        route.fulfill({ status: 409, json: { error: '', code: 'reauthentication_required' } }),
      );
      await page.keyboard.press('Escape');
      await pressButton(page, accountCopy.erase);
      const dialog = page.getByRole('dialog', { name: accountCopy.erase });
      await dialog.getByLabel(eraseCopy.confirmation).fill('ELIMINAR');
      await dialog.getByRole('button', { name: accountCopy.erase }).click();
      await expect(dialog.getByLabel(reauthenticationCopy.password, { exact: true })).toBeVisible();
    },
  },
  {
    name: 'settings, failed to load',
    path: '/dashboard/configuracion',
    async mock(page) {
      await page.route('**/api/users/{config,notifications,profile}', (route) =>
        route.fulfill({ status: 503, json: { error: 'Vuelve en un momento.' } }),
      );
    },
    async reach(page) {
      await expect(page.getByRole('button', { name: 'Reintentar' }).first()).toBeVisible();
    },
  },
  ...alertStates,
  ...channelStates,
  ...listStates,
  ...onboardingStates,
  ...planStates,
  ...splashStates,
  {
    // From here on the user has a threshold; the states before show none.
    name: 'thresholds, one paused and selected',
    path: '/dashboard/umbrales',
    async reach(page) {
      await expectOwnHeading(page);
      await createThreshold(page);
      await page.reload();
      await page.getByRole('switch', { name: /^Umbral activo/ }).click();
      await page.getByRole('checkbox', { name: /^Seleccionar España|^Seleccionar .*baja/ }).check();
      await expect(page.getByRole('button', { name: thresholdListCopy.resume })).toBeVisible();
    },
  },
  {
    name: 'thresholds, silencing one',
    async reach(page) {
      // `check` looks once, but the list shows a change with the next frame.
      const active = page.getByRole('switch', { name: /^Umbral activo/ });
      await active.click();
      await expect(active).toBeChecked();
      await page.getByRole('button', { name: /^Silenciar: / }).click();
      await expect(
        page.getByRole('menuitem', { name: thresholdListCopy.snoozes.monday }),
      ).toBeVisible();
    },
  },
  {
    name: 'thresholds, changing those selected',
    async reach(page) {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: thresholdListCopy.change }).click();
      const dialog = page.getByRole('dialog', { name: thresholdChangeCopy.title(1) });
      const parts = [thresholdChangeCopy.price, thresholdFormCopy.band, thresholdChangeCopy.expiry];
      for (const name of parts) await dialog.getByRole('checkbox', { name }).check();
      await dialog.getByLabel(thresholdChangeCopy.share).fill('0');
      await expect(dialog.getByText(thresholdChangeCopy.shareError)).toBeVisible();
    },
  },
  {
    name: 'thresholds, one that has expired, with a note',
    path: '/dashboard/umbrales',
    async mock(page) {
      const details = {
        note: 'Si baja de aquí, lo compro para el cumpleaños de Lucía antes de que suba otra vez',
        expiresAt: '2026-01-31T22:59:59.999Z',
        pause: 'expired',
      };
      await page.route('**/api/users/thresholds?*', async (route) => {
        const response = await route.fetch();
        const body: { items: { threshold: object; state: object }[] } = await response.json();
        for (const item of body.items) {
          Object.assign(item.threshold, details);
          Object.assign(item.state, { status: 'closed' });
        }
        return route.fulfill({ response, json: body });
      });
      await page.route('**/api/users/config', async (route) => {
        const response = await route.fetch();
        const body: {
          configuracion: { umbrales: Record<string, object> };
          states: Record<string, object>;
        } = await response.json();
        for (const threshold of Object.values(body.configuracion.umbrales))
          Object.assign(threshold, details);
        for (const state of Object.values(body.states)) Object.assign(state, { status: 'closed' });
        return route.fulfill({ response, json: body });
      });
    },
    async reach(page) {
      await expectOwnHeading(page);
      await createThreshold(page);
      await page.reload();
      await expect(page.getByText(/^Caducado el/)).toBeVisible();
    },
  },
  {
    name: 'threshold form, with a note and a day that has passed',
    path: '/dashboard/umbrales',
    async reach(page) {
      await expectOwnHeading(page);
      await createThreshold(page);
      await page.reload();
      await page.getByRole('button', { name: /^Editar .*baja/ }).click();
      const dialog = page.getByRole('dialog', { name: thresholdFormCopy.edit });
      await dialog.getByText(thresholdFormCopy.details).click();
      await dialog.getByRole('textbox', { name: thresholdFormCopy.note }).fill('Para Lucía');
      await dialog.getByLabel(thresholdFormCopy.expiry).fill('2020-01-01');
      await dialog.getByRole('button', { name: thresholdFormCopy.save }).click();
      await expect(dialog.getByText(expiryPassed)).toBeVisible();
    },
  },
  ...matchStates,
];

export const screenStates: readonly ScreenState[] = [
  ...publicStates,
  ...signedInStates.map((state) => ({ ...state, signedIn: true as const })),
];
