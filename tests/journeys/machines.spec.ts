/**
 * The paths generated from the machines, walked in the real application: forced answers of the services at the network,
 * time by the page's clock, and after every step what a person must see.
 */
import * as people from '#tests/conformance/support/people.ts';
import { confirmAddress } from '#tests/conformance/support/subscription.ts';
import { authSessionOnScreen } from '#tests/machines/browser/auth-session.ts';
import { contactModalOnScreen } from '#tests/machines/browser/contact-modal.ts';
import { onboardingOnScreen } from '#tests/machines/browser/onboarding.ts';
import { openOtherTab, type Stored, storedPerson } from '#tests/machines/browser/other-tab.ts';
import { passwordResetOnScreen } from '#tests/machines/browser/password-reset.ts';
import { recordTraces } from '#tests/machines/browser/record-traces.ts';
import { runPaths } from '#tests/machines/browser/run-paths.ts';
import { subscriptionOnScreen } from '#tests/machines/browser/subscription.ts';
import { register } from '#tests/support/account.ts';
import { askIdentity } from '#tests/support/identity.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { test } from '#tests/support/playwright-test.ts';

let vigia: RunningVigia;
test.beforeAll(async () => {
  vigia = await startVigia();
});
test.afterAll(() => vigia.stop());
// Refusals made on purpose, which the browser writes to its console.
test.use({ expectedErrors: [/Failed to load resource/], actionTimeout: 10_000 });

let stopRecording: () => Promise<void>;
test.beforeEach(async ({ context }, { title }) => {
  stopRecording = await recordTraces(context, vigia.origin, title);
});
test.afterEach(() => stopRecording());

test('recovery of a password', async ({ page }) => {
  await runPaths(passwordResetOnScreen(page, vigia.origin));
});

test('writing to support', async ({ page }) => {
  await page.clock.install();
  await register(page, vigia.origin, 'contacto@correo.example');
  await runPaths(contactModalOnScreen(page, vigia.origin));
});

test('the first steps, and a subscription', async ({ page }) => {
  const email = 'pasos@correo.example';
  await register(page, vigia.origin, email);
  await confirmAddress(page, vigia.origin, email);
  await runPaths(onboardingOnScreen(page, vigia.origin));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await runPaths(subscriptionOnScreen(page, vigia.origin));
});

test('the session', async ({ browser, context }) => {
  // Some seventy steps: seconds alone, minutes on a crowded machine.
  test.setTimeout(400_000);
  const email = 'ana@correo.example';
  const otherTab = await openOtherTab(context, vigia.origin);
  const elsewhere = await browser.newContext();
  const page = await elsewhere.newPage();
  await register(page, vigia.origin, email);
  const ana = await storedPerson(page);
  const anaRenewed = await renewed(ana);
  await people.chooseSignOut(page);
  await register(page, vigia.origin, 'bea@correo.example');
  const bea = await storedPerson(page);
  await elsewhere.close();
  const cast = { origin: vigia.origin, otherTab, ana, anaRenewed, bea, email };
  await runPaths(authSessionOnScreen(context, cast));
});

/** The same person with a token issued later. */
async function renewed(person: Stored): Promise<Stored> {
  const { stsTokenManager } = person.user;
  const answer = await askIdentity(vigia.origin, 'renew', {
    grant_type: 'refresh_token',
    refresh_token: stsTokenManager.refreshToken,
  });
  const { id_token: accessToken } = (await answer.json()) as { id_token: string };
  return {
    ...person,
    user: { ...person.user, stsTokenManager: { ...stsTokenManager, accessToken } },
  };
}
