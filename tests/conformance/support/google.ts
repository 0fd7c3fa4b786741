/** Steps on Google's sign-in popup: sign in, block it, close it, answer with an error. */
import type { Page } from '@playwright/test';
import type { Step } from './spec-row.ts';

export async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continuar con Google' }).click();
  const popup = await opened;
  await popup.waitForLoadState();
  return popup;
}

export const signInWithGoogle =
  (account: {
    readonly email: string;
    readonly name?: string;
    readonly isVerified?: boolean;
  }): Step =>
  async ({ page }) => {
    const popup = await openPopup(page);
    await popup.getByRole('textbox', { name: 'Correo' }).fill(account.email);
    await popup.getByRole('textbox', { name: 'Nombre' }).fill(account.name ?? '');
    if (account.isVerified === false) await popup.getByRole('checkbox').check();
    await popup.getByRole('button', { name: 'Continuar' }).click();
  };

/** The browser blocks popups. */
export const blockPopups: Step = ({ page }) =>
  page.addInitScript(() => {
    window.open = () => null;
  });

/** The SDK polls every two seconds whether the popup is open, then waits eight more for a late answer. */
export const closePopup: Step = async ({ page }) => {
  const popup = await openPopup(page);
  await popup.close();
  await page.clock.runFor(15_000);
};

/** The popup answers with an error, posted to the SDK's frame as Google's own page does. */
export const answerWithError =
  (code: string): Step =>
  async ({ page }) => {
    const popup = await openPopup(page);
    await popup.evaluate((errorCode) => {
      const query = new URLSearchParams(location.search);
      const opener: Window = window.opener;
      for (let index = 0; index < opener.length; index += 1) {
        const frame = opener[index];
        if (frame?.location.pathname !== '/emulator/auth/iframe') continue;
        const authEvent = {
          type: query.get('authType'),
          eventId: query.get('eventId'),
          urlResponse: null,
          sessionId: null,
          postBody: null,
          tenantId: null,
          error: { code: errorCode, message: errorCode },
        };
        frame.postMessage({ authEvent }, location.origin);
      }
    }, code);
  };
