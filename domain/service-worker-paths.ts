/** Addresses of the service worker: its file, and the page it stores. */

/** At the root, because a worker controls the pages below its own folder. */
export const serviceWorkerPath = '/service-worker.js';

/** Every app page is this one, but for its title. */
export const shellPath = '/dashboard';
