/** Browser driver of the passwordReset model: the form on /login. */
import type { Page } from '@playwright/test';
import { resetErrors, resetTexts, textForCode } from '#src/copy/auth-texts.ts';
import { signInCopy } from '#src/copy/sign-in.ts';
import { googleError } from '#tests/conformance/support/stub-identity-service.ts';
import { expect } from '#tests/support/playwright-test.ts';
import { passwordReset } from '../models/password-reset.ts';
import { interceptRequests } from './intercept-requests.ts';
import type { BrowserDriver, StepHandlers } from './run-paths.ts';

export const passwordResetDriver = (page: Page, origin: string): BrowserDriver => ({
  model: passwordReset,
  async begin(): Promise<StepHandlers> {
    const service = await interceptRequests(page, '**/accounts:sendOobCode?*');
    await page.goto(`${origin}/login`);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const address = page.getByLabel(signInCopy.email);
    return {
      triggers: {
        open: () => button(signInCopy.forgot).click(),
        async close({ before }) {
          await button(signInCopy.back).click();
          if (before.hasTag('busy')) await service.close();
        },
        // The same address again would be no edit.
        'type an address': async () => {
          await address.fill('');
          await address.fill('ana@correo.example');
        },
        'empty the field': () => address.fill(''),
        submit: () => button(signInCopy.sendLink).click(),
        'the mail is sent': () =>
          service.answer((route) => route.fulfill({ json: { email: 'ana@correo.example' } })),
        'the address is unknown': () =>
          service.answer((route) => route.fulfill(googleError('EMAIL_NOT_FOUND'))),
      },
      async expectScreen({ value, context }) {
        // The request must have reached the network before it is answered or abandoned.
        if (value === 'sending') await service.waitForRequest();
        if (value === 'closed') return expect(button(signInCopy.signIn)).toBeVisible();
        await expect(button(signInCopy.sendLink)).toBeEnabled({ enabled: value !== 'sending' });
        await expect(address).toHaveValue(context.email.trim());
        const sentences = {
          [resetTexts.missing]: context.code === 'missing-email',
          [resetTexts.failed]: context.code === 'auth/user-not-found',
          [resetTexts.sent]: value === 'sent',
        };
        for (const [sentence, visible] of Object.entries(sentences)) {
          await expect(page.getByText(sentence, { exact: true })).toBeVisible({ visible });
        }
      },
      expectEffect: {
        resetFailed: () =>
          expect(
            page.getByText(textForCode(resetErrors, 'auth/user-not-found')).last(),
          ).toBeVisible(),
      },
    };
  },
});
