/** Browser driver of the onboarding model: /onboarding, signed in with a confirmed address. */
import type { Page } from '@playwright/test';
import { onboardingCopy } from '#src/copy/onboarding.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { expect } from '#tests/support/playwright-test.ts';
import { expectToast } from '#tests/support/toasts.ts';
import { onboarding } from '../models/onboarding.ts';
import { interceptRequests } from './intercept-requests.ts';
import type { BrowserDriver, StepHandlers } from './run-paths.ts';

interface InitialState {
  readonly matchId: string | null;
  readonly hasThreshold: boolean;
}
const titles = [
  ['choosingMatch', onboardingCopy.matchTitle],
  ['creatingThreshold', onboardingCopy.lineTitle],
  ['testingMail', onboardingCopy.mailTitle],
] as const;

/** @param page of someone signed in */
export const onboardingDriver = (page: Page, origin: string): BrowserDriver => ({
  model: onboarding,
  isPossible: (snapshot, sample) => {
    // The back button is hidden while the mail or the completion is being sent.
    if (sample !== 'go back') return true;
    return snapshot.context.matchId !== null;
  },
  async begin(input: InitialState): Promise<StepHandlers> {
    // The page of the path before may still be reading the settings: its request would be taken for the next page's.
    await page.goto('about:blank');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await stubInitialState(page, input);
    const mail = await interceptRequests(page, '**/api/users/test-mail');
    const end = await interceptRequests(
      page,
      '**/api/users/profile',
      (route) => route.request().method() === 'PATCH',
    );
    await page.goto(`${origin}/onboarding`);
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    return {
      triggers: {
        'choose a match': () =>
          button(new RegExp(`^(${onboardingCopy.choose}|${onboardingCopy.chosen}): `))
            .first()
            .click(),
        'create the threshold': async () => {
          await page.getByRole('textbox', { name: valueLabels.below }).fill('12');
          await button(thresholdFormCopy.save).click();
        },
        'go back': () =>
          page.getByRole('main').getByRole('button', { name: onboardingCopy.back }).click(),
        'send the mail': () =>
          button(new RegExp(`^(${onboardingCopy.send}|${onboardingCopy.sendAgain})$`)).click(),
        'the mail arrived': () => button(onboardingCopy.received).click(),
        'the mail is queued': () =>
          mail.answer((route) =>
            route.fulfill({ status: 202, json: { queued: true, to: 'ana@correo.example' } }),
          ),
        'the mail is refused': () =>
          mail.answer((route) => route.fulfill({ status: 429, json: { error: 'spent' } })),
        'the completion is saved': () => end.answer((route) => route.continue()),
        'the completion is not saved': () =>
          end.answer((route) => route.fulfill({ status: 503, json: { error: 'offline' } })),
      },
      async expectScreen(snapshot) {
        if (snapshot.status === 'done') {
          await page.waitForURL('**/dashboard');
          return expectToast(page, onboardingCopy.finished);
        }
        const [, title] = titles.find(([state]) => snapshot.matches(state)) ?? [];
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
        if (!snapshot.matches('testingMail')) return;
        const isSent = snapshot.matches({ testingMail: 'sent' });
        const send = button(isSent ? onboardingCopy.sendAgain : onboardingCopy.send);
        await expect(send).toBeEnabled({ enabled: !snapshot.hasTag('busy') });
        await expect(button(onboardingCopy.received)).toBeVisible({ visible: isSent });
        const { problem } = snapshot.context;
        await expect(page.getByText(problem ?? /^(spent|offline)$/, { exact: true })).toBeVisible({
          visible: problem !== null,
        });
      },
    };
  },
});

/** Removes from the server's answers what the machine must start without. */
async function stubInitialState(
  page: Page,
  { matchId, hasThreshold }: InitialState,
): Promise<void> {
  let isFirst = true;
  await page.route('**/api/users/config', async (route) => {
    if (route.request().method() !== 'GET' || !isFirst) return route.fallback();
    isFirst = false;
    const answer = await route.fetch();
    const body = await answer.json();
    const { partidos, umbrales } = body.configuracion;
    await route.fulfill({
      response: answer,
      json: {
        ...body,
        configuracion: {
          ...body.configuracion,
          partidos: matchId === null ? [] : partidos,
          umbrales: hasThreshold ? umbrales : {},
        },
      },
    });
  });
  await page.route('**/api/users/profile', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), onboardingCompletado: false },
    });
  });
}
