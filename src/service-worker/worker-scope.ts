/** What the service worker uses of its global scope: TypeScript's `webworker` library contradicts `dom`, which the app has. */

export interface ExtendableEvent extends Event {
  /** The browser lets the worker live until the promise settles. */
  waitUntil(task: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** The page, requested while the worker starts; undefined where the browser does not do so. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

export interface PushEvent extends ExtendableEvent {
  readonly data: { text(): string } | null;
}

export interface NotificationClickEvent extends ExtendableEvent {
  /** Empty when the notification itself was chosen. */
  readonly action: string;
  readonly notification: Notification;
}

export interface PushSubscriptionChangeEvent extends ExtendableEvent {
  /** Absent or null where the browser leaves subscribing again to the worker. */
  readonly newSubscription?: PushSubscription | null;
}

/** A page of ours. */
export interface WindowClient {
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<WindowClient>;
  navigate(url: string): Promise<WindowClient | null>;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  push: PushEvent;
  notificationclick: NotificationClickEvent;
  pushsubscriptionchange: PushSubscriptionChangeEvent;
  /** A page that has opened; it says nothing more. */
  message: ExtendableEvent;
}

export interface WorkerScope {
  readonly location: Location;
  readonly navigator: Navigator;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: true;
    }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}
