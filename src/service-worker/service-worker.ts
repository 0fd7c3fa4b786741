/** The service worker: the app without a network, and push messages (docs/decisions/043-service-worker.md). */
import { type AppBuild, createAppShell } from './app-shell.ts';
import { createPushNotifications } from './push-notification.ts';
import { createPushRenewal } from './push-renewal.ts';
import type { WorkerScope } from './worker-scope.ts';

declare const appBuild: AppBuild;

const scope = globalThis as unknown as WorkerScope;
const shell = createAppShell(scope, appBuild);
const push = createPushNotifications(scope);
const renewal = createPushRenewal(scope);

scope.addEventListener('install', shell.onInstall);
scope.addEventListener('activate', shell.onActivate);
scope.addEventListener('fetch', shell.onFetch);
scope.addEventListener('push', push.onPush);
scope.addEventListener('notificationclick', push.onNotificationClick);
scope.addEventListener('pushsubscriptionchange', renewal.onSubscriptionChange);
scope.addEventListener('message', (event) => event.waitUntil(renewal.onPageOpened()));
