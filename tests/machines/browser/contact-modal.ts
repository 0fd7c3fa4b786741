/** Browser driver of the contactModal model: the form of /support, signed in. */
import type { Page } from '@playwright/test';
import {
  contactCopy,
  contactFailureTexts,
  contactProblemSentence,
  contactSentText,
} from '#src/copy/contact.ts';
import { supportCopy } from '#src/copy/support.ts';
import * as contact from '#tests/conformance/support/contact-form.ts';
import { stopClock } from '#tests/support/page-clock.ts';
import { expect } from '#tests/support/playwright-test.ts';
import { contactModal } from '../models/contact-modal.ts';
import { interceptRequests } from './intercept-requests.ts';
import type { BrowserDriver, StepHandlers } from './run-paths.ts';

const sentence = {
  sent: contactSentText,
  failed: contactFailureTexts['not-sent'],
  missing: contactProblemSentence('message', 'missing', 0),
};
const written = {
  [contactCopy.name]: 'Lucía Prado',
  [contactCopy.email]: 'lucia@correo.example',
  [contactCopy.subject]: 'No llega el aviso',
  [contactCopy.message]: 'Desde el martes.',
};

/** @param page of someone signed in, with the clock installed */
export const contactModalDriver = (page: Page, origin: string): BrowserDriver => ({
  model: contactModal,
  isPossible: (snapshot, sample) =>
    // The rate limit rejects before a request is made, so `sending` is not visible; the profile is loaded before the path
    // begins (src/screens/support/support-screen.test.tsx).
    !['too many messages', 'the profile loads'].includes(sample) &&
    // The open modal covers the buttons that open it.
    !(sample === 'open' && snapshot.hasTag('open')),
  async begin(): Promise<StepHandlers> {
    const service = await interceptRequests(page, contact.mailServiceUrl);
    await page.goto(`${origin}/support`);
    await expect(page.getByRole('button', { name: supportCopy.contact }).first()).toBeVisible();
    await stopClock(page);
    const fixtures = { page };
    const dialog = contact.dialog(fixtures);
    const expectToastText = (text: string) =>
      expect(page.locator('.notistack-SnackbarContainer').getByText(text).last()).toBeVisible();
    return {
      triggers: {
        open: () => page.getByRole('button', { name: supportCopy.contact }).first().click(),
        close: () => contact.button(fixtures, contactCopy.cancel).click(),
        'write a message': async () => {
          for (const [label, text] of Object.entries(written)) {
            await contact.field(fixtures, label).fill(text);
          }
        },
        'empty a field': () => contact.field(fixtures, contactCopy.message).fill(' '),
        submit: () => contact.button(fixtures, contactCopy.send).click(),
        // What another tab's sign-out sends.
        async 'the user signs out'({ before }) {
          await page.evaluate(() =>
            new BroadcastChannel('vigia-session').postMessage('signed-out'),
          );
          if (before.hasTag('busy')) await service.close();
        },
        'the message has gone': () => service.answer((route) => route.fulfill({ body: 'OK' })),
        'the message has not gone': () =>
          service.answer((route) => route.fulfill({ status: 429, body: 'No' })),
        autoClose: () => page.clock.runFor(3_000),
        async sendTimeout() {
          await page.clock.runFor(30_000);
          await service.close();
        },
      },
      async expectScreen(snapshot) {
        // The request must have reached the network before it is answered or times out.
        if (snapshot.hasTag('busy')) await service.waitForRequest();
        if (!snapshot.hasTag('open')) return expect(dialog).toBeHidden();
        const { isChecked, failure, draft } = snapshot.context;
        const isBusy = snapshot.hasTag('busy');
        await expect(
          contact.button(fixtures, isBusy ? contactCopy.sending : contactCopy.send),
        ).toBeEnabled({
          enabled: !isBusy,
        });
        await expect(contact.field(fixtures, contactCopy.message)).toHaveValue(draft.message);
        const shown = {
          [sentence.sent]: snapshot.value === 'sent',
          [sentence.failed]: failure !== null,
          [sentence.missing]: isChecked && draft.message.trim() === '',
        };
        for (const [text, visible] of Object.entries(shown)) {
          await expect(dialog.getByText(text, { exact: true })).toBeVisible({ visible });
        }
      },
      expectEffect: {
        notifySent: () => expectToastText(sentence.sent),
        notifyFailed: () => expectToastText(sentence.failed),
      },
    };
  },
});
