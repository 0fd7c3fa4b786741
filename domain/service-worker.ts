/** Addresses of the service worker: its file, and the page it stores. */

/** At the root, because a worker controls the pages below its own folder. */
export const serviceWorkerPath = '/service-worker.js';

/** Receives the subscription that replaces another (POST). */
export const pushRenewalPath = '/api/push/renewal';

/** Every app page is this one, but for its title. */
export const shellPath = '/dashboard';
