/**
 * Model-based tests: runs paths generated from the state machines in the real application. Service answers are stubbed
 * at the network, time is the page's fake clock, and every step checks the screen.
 */

import * as users from '#tests/conformance/support/users.ts';
import { authSessionDriver } from '#tests/machines/browser/auth-session.ts';
import { channelSetupDriver } from '#tests/machines/browser/channel-setup.ts';
import { contactModalDriver } from '#tests/machines/browser/contact-modal.ts';
import { onboardingDriver } from '#tests/machines/browser/onboarding.ts';
import {
  openOtherTab,
  readStoredUser,
  type StoredUser,
} from '#tests/machines/browser/other-tab.ts';
import { passwordResetDriver } from '#tests/machines/browser/password-reset.ts';
import { recordTraces } from '#tests/machines/browser/record-traces.ts';
import { runPaths } from '#tests/machines/browser/run-paths.ts';
import { subscriptionDriver } from '#tests/machines/browser/subscription.ts';
import { register } from '#tests/support/account.ts';
import { callIdentity } from '#tests/support/identity.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { confirmAddress } from '#tests/support/mailbox.ts';
import { test } from '#tests/support/playwright-test.ts';
import { grantPlan, openSettings } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});
// Errors provoked on purpose are logged to the console.
test.use({ expectedErrors: [/Failed to load resource/], actionTimeout: 30_000 });

let stopRecording: () => Promise<void>;
test.beforeEach(async ({ context }, { title }) => {
  stopRecording = await recordTraces(context, vigia.origin, title);
});
test.afterEach(() => stopRecording());

test('password reset', async ({ page }) => {
  await runPaths(passwordResetDriver(page, vigia.origin));
});

test('the contact form', async ({ page }) => {
  await page.clock.install();
  await register(page, vigia.origin, 'contacto@correo.example');
  await runPaths(contactModalDriver(page, vigia.origin));
});

test('onboarding and a subscription', async ({ page }) => {
  const email = 'pasos@correo.example';
  await register(page, vigia.origin, email);
  await confirmAddress(vigia.origin, email);
  await runPaths(onboardingDriver(page, vigia.origin));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await runPaths(subscriptionDriver(page, vigia.origin));
});

test('adding a channel', async ({ page }) => {
  const email = 'canales@correo.example';
  await page.clock.install();
  await register(page, vigia.origin, email);
  // The account is stored with its first request.
  await openSettings(page, vigia.origin);
  await confirmAddress(vigia.origin, email);
  await grantPlan(vigia, email, 'elite');
  await runPaths(channelSetupDriver(page, vigia.origin));
});

test('the session', async ({ browser, context }) => {
  // Some seventy steps: seconds on an idle machine, minutes on a busy one.
  test.setTimeout(400_000);
  const email = 'ana@correo.example';
  const otherTab = await openOtherTab(context, vigia.origin);
  const elsewhere = await browser.newContext();
  const page = await elsewhere.newPage();
  await register(page, vigia.origin, email);
  const ana = await readStoredUser(page);
  const anaRefreshed = await refreshed(ana);
  await users.signOut(page);
  await register(page, vigia.origin, 'bea@correo.example');
  const bea = await readStoredUser(page);
  await elsewhere.close();
  const cast = { origin: vigia.origin, otherTab, ana, anaRefreshed, bea, email };
  await runPaths(authSessionDriver(context, cast));
});

/** The same user with a token issued later. */
async function refreshed(person: StoredUser): Promise<StoredUser> {
  const { stsTokenManager } = person.user;
  const answer = await callIdentity(vigia.origin, 'renew', {
    grant_type: 'refresh_token',
    refresh_token: stsTokenManager.refreshToken,
  });
  const { id_token: accessToken } = (await answer.json()) as { id_token: string };
  return {
    ...person,
    user: { ...person.user, stsTokenManager: { ...stsTokenManager, accessToken } },
  };
}
