/**
 * Push messages handed to the page's service worker, and the notifications it shows. The test's Chromium has no notifications:
 * code before the worker's own stores them instead, where they outlive a worker that the browser stops.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { serviceWorkerPath } from '#domain/service-worker-paths.ts';
import { type PublishedBuild, publishBuild } from './published-build.ts';

/** Delivers a message as the browser's push service does. */
export const push = (page: Page, data: string): Promise<void> =>
  withDevtools(page, async (devtools) => {
    const { origin } = new URL(page.url());
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
  });

/** Stops the worker, as the browser does when it has been idle; the next event starts it anew. */
export const stopWorker = (page: Page): Promise<void> =>
  withDevtools(page, async (devtools) => {
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopAllWorkers');
  });

async function withDevtools(
  page: Page,
  use: (devtools: CDPSession) => Promise<void>,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  try {
    await use(devtools);
  } finally {
    await devtools.detach();
  }
}

/** A copy of the build, whose worker has the recorder before its code. */
export async function publishRecordingBuild(): Promise<PublishedBuild> {
  const build = await publishBuild();
  const path = join(build.distDir, serviceWorkerPath);
  await writeFile(path, `(${recordInWorker})();\n${await readFile(path, 'utf8')}`);
  return build;
}

interface StoredNotification {
  readonly id: string;
  readonly title: string;
  readonly tag?: string;
  readonly body?: string;
  readonly actions?: readonly { readonly title: string }[];
  readonly data?: unknown;
}

type Command =
  | { readonly event: 'notificationclick' }
  | { readonly event: 'pushsubscriptionchange'; readonly settings: unknown };

/** Runs in the worker, alone: it can use nothing of this module. */
function recordInWorker(): void {
  interface ExtendableMessage extends MessageEvent<Command | null> {
    waitUntil(task: Promise<unknown>): void;
  }
  const scope = globalThis as unknown as {
    readonly registration: {
      showNotification(
        title: string,
        options: Omit<StoredNotification, 'id' | 'title'>,
      ): Promise<void>;
    };
    addEventListener(type: 'message', listener: (event: ExtendableMessage) => void): void;
  };
  let changed: Promise<unknown> = Promise.resolve();
  /** One change after the other, because each reads what the one before has stored. */
  const change = (update: (shown: readonly StoredNotification[]) => StoredNotification[]) => {
    const store = async () => {
      const cache = await caches.open('test-notifications');
      const shown = (await (await cache.match('/shown'))?.json()) ?? [];
      await cache.put('/shown', new Response(JSON.stringify(update(shown))));
      return shown as readonly StoredNotification[];
    };
    const done = changed.then(store);
    changed = done;
    return done;
  };
  // As in a browser, one with the same tag is replaced.
  scope.registration.showNotification = async (title, options) => {
    const notification = { id: crypto.randomUUID(), title, ...options };
    await change((shown) => [...shown.filter(({ tag }) => tag !== options.tag), notification]);
  };

  const dispatch = async (type: string, properties: object) => {
    const tasks: Promise<unknown>[] = [];
    const waitUntil = (task: Promise<unknown>) => tasks.push(task);
    dispatchEvent(Object.assign(new Event(type), { waitUntil }, properties));
    await Promise.all(tasks);
  };
  const obey = async (command: Command) => {
    if (command.event === 'pushsubscriptionchange')
      return dispatch(command.event, { newSubscription: { toJSON: () => command.settings } });
    const [chosen] = await change((shown) => [...shown]);
    const close = () => void change((shown) => shown.filter(({ id }) => id !== chosen?.id));
    await dispatch(command.event, { notification: { ...chosen, close }, action: '' });
    await changed;
  };
  scope.addEventListener('message', (event) => {
    const [port] = event.ports;
    if (event.data === null || port === undefined) return;
    event.stopImmediatePropagation();
    event.waitUntil(obey(event.data).then(() => port.postMessage('done')));
  });
}

/** Dispatches an event that no protocol of the browser can cause. Its end is awaited where the page stays. */
const dispatchInWorker = (page: Page, command: Command) =>
  page.evaluate(async (sent) => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const done = new Promise((resolve) => {
      port1.onmessage = resolve;
    });
    active?.postMessage(sent, [port2]);
    if (sent.event !== 'notificationclick') await done;
  }, command);

/** Replaces the subscription by another of the double's: the event of a browser whose push service did. @returns its endpoint */
export async function renewSubscription(page: Page): Promise<string> {
  const settings = await page.evaluate(async () => {
    const answer = await fetch('/__local/canales/push', { method: 'POST' });
    return answer.json();
  });
  await dispatchInWorker(page, { event: 'pushsubscriptionchange', settings });
  return settings.endpoint;
}

/** Chooses the notification. */
export const choose = (page: Page): Promise<void> =>
  dispatchInWorker(page, { event: 'notificationclick' });

interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly actions: readonly string[];
}

/** @returns null while the page is being replaced by another */
export async function shownNotifications(page: Page): Promise<ShownNotification[] | null> {
  const stored = await page
    .evaluate(async (): Promise<StoredNotification[]> => {
      const response = await (await caches.open('test-notifications')).match('/shown');
      return (await response?.json()) ?? [];
    })
    .catch(() => null);
  return (
    stored?.map(({ title, body = '', actions = [] }) => ({
      title,
      body,
      actions: actions.map((action) => action.title),
    })) ?? null
  );
}
