/** Push messages handed to the page's service worker, and the notifications it shows. */
import type { BrowserContext, Page, Worker } from '@playwright/test';

/** Delivers a message as the browser's push service does. */
export async function push(page: Page, data: string): Promise<void> {
  const { origin } = new URL(page.url());
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data,
  });
  await devtools.detach();
}

interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly actions: readonly string[];
}

/** The test's Chromium has no notifications: the worker's are recorded instead of shown, also after its restart. */
export async function recordNotifications(context: BrowserContext): Promise<void> {
  context.on('serviceworker', (worker) => void record(worker).catch(() => {}));
  await record(workerOf(context));
}

const record = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as RecordingScope;
    scope.shown ??= [];
    scope.registration.showNotification = async (title, options) => {
      const notification = {
        title,
        ...options,
        close: () => {
          scope.shown = scope.shown.filter((other) => other !== notification);
        },
      };
      // As in a browser, one with the same tag is replaced.
      scope.shown = [...scope.shown.filter(({ tag }) => tag !== notification.tag), notification];
    };
  });

interface RecordedNotification {
  readonly title: string;
  readonly tag?: string;
  readonly body?: string;
  readonly actions?: readonly { readonly title: string }[];
}

interface RecordingScope {
  shown: RecordedNotification[];
  readonly registration: {
    showNotification(title: string, options: Omit<RecordedNotification, 'title'>): Promise<void>;
  };
  dispatchEvent(event: Event): boolean;
}

function workerOf(context: BrowserContext) {
  const worker = context.serviceWorkers().at(-1);
  if (worker === undefined) throw new Error('no service worker');
  return worker;
}

/** Replaces the subscription by another of the double's: the event of a browser whose push service did, which no protocol of it can cause. */
export const renewSubscription = (context: BrowserContext): Promise<string> =>
  workerOf(context).evaluate(async () => {
    const answer = await fetch('/__local/canales/push', { method: 'POST' });
    const settings = await answer.json();
    let task: Promise<unknown> = Promise.resolve();
    const event = Object.assign(new Event('pushsubscriptionchange'), {
      newSubscription: { toJSON: () => settings },
      waitUntil: (waited: Promise<unknown>) => {
        task = waited;
      },
    });
    dispatchEvent(event);
    await task;
    return settings.endpoint;
  });

export const shownNotifications = (context: BrowserContext): Promise<ShownNotification[]> =>
  workerOf(context).evaluate(() => {
    const { shown = [] } = globalThis as unknown as Partial<RecordingScope>;
    return shown.map(({ title, body = '', actions = [] }) => ({
      title,
      body,
      actions: actions.map((action) => action.title),
    }));
  });

/** Chooses the notification, or its action: the event a browser sends, which no protocol of it can cause. */
export async function choose(context: BrowserContext, action = ''): Promise<void> {
  await workerOf(context).evaluate((chosen) => {
    const scope = globalThis as unknown as RecordingScope;
    const event = Object.assign(new Event('notificationclick'), {
      notification: scope.shown[0],
      action: chosen,
      waitUntil: () => {},
    });
    scope.dispatchEvent(event);
  }, action);
}
