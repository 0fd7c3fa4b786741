/** Browser driver of the channelSetup model: the dialogs of Configuración › Canales, on a plan with every channel. */
import type { Page } from '@playwright/test';
import type { ChannelSetupInput } from '#machines/channel-setup.machine.ts';
import { channelSetupCopy, channelsCopy } from '#src/copy/channels.ts';
import { expect } from '#tests/support/playwright-test.ts';
import { openSettings } from '#tests/support/settings-page.ts';
import { channelSetup } from '../models/channel-setup.ts';
import { interceptRequests } from './intercept-requests.ts';
import type { BrowserDriver, StepHandlers } from './run-paths.ts';

const titles: Readonly<Record<string, string>> = channelSetupCopy.titles;
const { askPermission, makeLink, add } = channelSetupCopy;
const submitName = new RegExp(`^(${askPermission}|${makeLink}|${add})$`);
const subscription = {
  endpoint: 'https://push.example/uno',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
};

/** In the page: the browser's answers, decided by the test. */
interface PushStub {
  answer(name: 'permission' | 'subscription', value: unknown, error?: string): void;
}

/** @param page of someone signed in, on the Elite plan, with a paused clock */
export const channelSetupDriver = (page: Page, origin: string): BrowserDriver => ({
  model: channelSetup,
  async begin({ kind }: ChannelSetupInput): Promise<StepHandlers> {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.addInitScript(stubPush);
    let isLinked = false;
    await page.route('**/api/users/channels', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const answer = await route.fetch();
      const body = await answer.json();
      const items = [...body.items, item(kind, isLinked)];
      await route.fulfill({ response: answer, json: { ...body, items } });
    });
    await page.route('**/api/users/channels/channel-1', (route) =>
      route.fulfill({ json: item(kind, false) }),
    );
    const creation = await interceptRequests(
      page,
      '**/api/users/channels',
      (route) => route.request().method() === 'POST',
    );
    const test = await interceptRequests(page, '**/api/users/channels/*/prueba');
    await openSettings(page, origin);
    await page.getByRole('button', { name: channelsCopy.add(titles[kind] ?? kind) }).click();
    const dialog = page.getByRole('dialog');
    const button = (name: string | RegExp) => dialog.getByRole('button', { name });
    if (kind === 'ntfy') await dialog.getByLabel(channelSetupCopy.topic).fill('entradas');
    if (kind === 'webhook') await dialog.getByLabel(channelSetupCopy.address).fill(`${origin}/uno`);
    const answerTest = (json: object, status = 200) =>
      test.answer((route) => route.fulfill({ status, json }));
    const fulfilPush = (...values: Parameters<PushStub['answer']>) =>
      page.evaluate(
        ([name, value, error]) =>
          (window as unknown as { push: PushStub }).push.answer(name, value, error),
        values,
      );
    return {
      triggers: {
        submit: () => button(submitName).click(),
        'permission is granted': () => fulfilPush('permission', 'granted'),
        'permission is denied': () => fulfilPush('permission', 'denied'),
        'the browser cannot ask': () => fulfilPush('permission', null, 'no question'),
        'the browser subscribes': () => fulfilPush('subscription', subscription),
        'the browser cannot subscribe': () => fulfilPush('subscription', null, 'refused'),
        'the channel is stored': () =>
          creation.answer((route) =>
            route.fulfill({
              status: 201,
              json: {
                ...item(kind, false),
                ...(kind === 'webhook' && { secreto: 'whsec_uno' }),
                ...(kind === 'telegram' && { enlace: `${origin}/enlace` }),
              },
            }),
          ),
        'the channel is refused': () =>
          creation.answer((route) => route.fulfill({ status: 400, json: { error: 'refused' } })),
        'the link is opened': async () => {
          isLinked = true;
          await page.clock.runFor(2_500);
        },
        linkLifetime: () => page.clock.runFor(15 * 60_000),
        'make another link': () => button(channelSetupCopy.anotherLink).click(),
        'the secret is stored': () => button(channelSetupCopy.secretStored).click(),
        'test again': () => button(channelSetupCopy.testAgain).click(),
        'the test is accepted': () =>
          answerTest({ entregado: true, estado: 200, respuesta: 'Respondió 200.' }),
        'the test is refused': () =>
          answerTest({ entregado: false, estado: 403, respuesta: 'Respondió 403.' }),
        'the test is not sent': () => answerTest({ error: 'not sent' }, 429),
      },
      async expectScreen(snapshot) {
        const isForm = snapshot.hasTag('form');
        await expect(button(submitName)).toBeVisible({ visible: isForm });
        if (isForm) {
          await expect(button(submitName)).toBeEnabled({ enabled: !snapshot.hasTag('busy') });
          const { problem } = snapshot.context;
          const shown = problem === 'no subscription' ? channelSetupCopy.noSubscription : problem;
          if (shown !== null) await expect(dialog.getByText(shown)).toBeVisible();
          else if (!snapshot.matches('blocked'))
            await expect(dialog.getByRole('alert')).toHaveCount(0);
        }
        const sentences = {
          blocked: channelSetupCopy.blocked,
          linking: channelSetupCopy.waiting,
          expired: channelSetupCopy.expired,
          showingSecret: 'whsec_uno',
          testing: channelSetupCopy.testing,
          undelivered: channelSetupCopy.undelivered,
          delivered: channelSetupCopy.delivered,
        };
        for (const [state, sentence] of Object.entries(sentences))
          await expect(dialog.getByText(sentence)).toBeVisible({
            visible: snapshot.matches(state),
          });
        if (!snapshot.matches('undelivered')) return;
        const { answer, problem } = snapshot.context;
        await expect(dialog.getByText(answer ?? problem)).toBeVisible();
      },
    };
  },
});

const item = (kind: ChannelSetupInput['kind'], isLinked: boolean) => ({
  id: 'channel-1',
  tipo: kind,
  nombre: 'El nuevo',
  estado: isLinked || kind !== 'telegram' ? 'activo' : 'pausado',
  motivo: null,
  ultimaEntrega: null,
  creadoEn: '2026-06-01T10:00:00.000Z',
});

/** Runs in each page before its code: permission and subscription wait for the test. */
function stubPush(): void {
  localStorage.removeItem('vigia-push-channel');
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();
  const wait = (name: string) => {
    const deferred = Promise.withResolvers<unknown>();
    waiting.set(name, deferred);
    return deferred.promise;
  };
  Notification.requestPermission = () => wait('permission') as Promise<NotificationPermission>;
  const subscribe = async () => {
    const settings = await wait('subscription');
    return { toJSON: () => settings };
  };
  const pushManager = { subscribe, getSubscription: async () => null };
  Object.defineProperty(navigator.serviceWorker, 'ready', {
    configurable: true,
    value: Promise.resolve({ pushManager }),
  });
  const answer = (name: string, value: unknown, error?: string) => {
    const deferred = waiting.get(name);
    if (error === undefined) deferred?.resolve(value);
    else deferred?.reject(new Error(error));
  };
  Object.assign(window, { push: { answer } });
}
