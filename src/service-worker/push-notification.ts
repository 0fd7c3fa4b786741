/** Shows a push message as a notification, opens its chart when it is chosen, snoozes its threshold when asked. */
import type { PushMessage } from '#contract/channels.ts';
import type { NotificationClickEvent, PushEvent, WorkerScope } from './worker-scope.ts';

const snoozeAction = 'snooze';
const marketAction = 'market';

/** What a notification carries until it is chosen. */
type Target = Pick<PushMessage, 'url' | 'snoozeUrl' | 'marketUrl'>;

/** Newer than the types of TypeScript's `dom` library. */
interface NotificationWithActions extends NotificationOptions {
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}

export function createPushNotifications(scope: WorkerScope) {
  const show = (
    title: string,
    { tag, body, target }: { tag: string; body: string; target: Target },
  ) =>
    scope.registration.showNotification(title, {
      body,
      tag,
      lang: 'es',
      icon: '/icon-192.png',
      data: target,
      // Browsers show two.
      actions: [
        ...(target.snoozeUrl === null
          ? []
          : [{ action: snoozeAction, title: 'Silenciar 24\u00a0h' }]),
        ...(target.marketUrl === undefined
          ? []
          : [{ action: marketAction, title: 'Ver en el mercado' }]),
      ],
    } as NotificationWithActions);

  async function onMessage(text: string): Promise<void> {
    // Browsers end a subscription whose messages show nothing: what cannot be read is shown, too.
    const message = readPushMessage(text) ?? unreadableMessage;
    const { id, title, body, ...target } = message;
    await show(title, { tag: id, body, target });
    const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    // An open page counts the unread alerts itself (use-app-badge.ts).
    if (pages.length === 0) await scope.navigator.setAppBadge?.();
  }

  async function open(url: string): Promise<void> {
    const { origin } = scope.location;
    const address = new URL(url, origin);
    const target = address.origin === origin ? address.href : `${origin}/dashboard`;
    const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
    if (page === undefined) {
      await scope.clients.openWindow(target);
      return;
    }
    // Each may be refused: without a click of the user, or for a page that another worker controls.
    await page.focus().catch(() => page);
    await page.navigate(target).catch(() => scope.clients.openWindow(target));
  }

  /** The link acts when it is posted (server/alerts/mail-action-routes.ts); if it cannot be, its page has the button. */
  async function snooze({ title, tag }: Notification, snoozed: Target): Promise<void> {
    const { snoozeUrl } = snoozed;
    if (snoozeUrl === null) return;
    const isDone = await fetch(snoozeUrl, { method: 'POST' }).then(
      ({ ok }) => ok,
      () => false,
    );
    const target = { ...snoozed, snoozeUrl: null };
    if (isDone)
      return show(title, {
        tag,
        body: 'Umbral en silencio durante 24\u00a0h. Después vuelve solo.',
        target,
      });
    await show(title, {
      tag,
      body: 'No se ha podido silenciar el umbral. Pulsa aquí para intentarlo de nuevo.',
      target: { ...target, url: snoozeUrl },
    });
  }

  function act(
    notification: Notification,
    { action, target }: { action: string; target: Target },
  ): Promise<unknown> {
    if (action === snoozeAction) return snooze(notification, target);
    if (action === marketAction && target.marketUrl !== undefined)
      return scope.clients.openWindow(target.marketUrl);
    return open(target.url);
  }

  return {
    onPush: (event: PushEvent) => event.waitUntil(onMessage(event.data?.text() ?? '')),
    onNotificationClick(event: NotificationClickEvent): void {
      const { notification, action } = event;
      const target: Target = notification.data;
      notification.close();
      event.waitUntil(act(notification, { action, target }));
    },
  };
}

const unreadableMessage: PushMessage = {
  id: 'sin-leer',
  title: 'Vigía',
  body: 'Tienes alertas nuevas.',
  url: '/dashboard/alertas',
  snoozeUrl: null,
};

/** By hand, because zod would be four times the worker. @returns null when it is not a message of ours */
export function readPushMessage(text: string): PushMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { id, title, body, url, snoozeUrl, marketUrl } = value as Record<string, unknown>;
  const isText = (part: unknown): part is string => typeof part === 'string';
  return isText(id) && isText(title) && isText(body) && isText(url)
    ? {
        id,
        title,
        body,
        url,
        snoozeUrl: isText(snoozeUrl) ? snoozeUrl : null,
        ...(isText(marketUrl) && /^https?:/.test(marketUrl) ? { marketUrl } : {}),
      }
    : null;
}
