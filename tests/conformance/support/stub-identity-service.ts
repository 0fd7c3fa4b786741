/** Stubs the identity service at the network: errors in Google's format, and offline; delays requests of any route. */
import type { Route } from '@playwright/test';
import type { Step } from './spec-row.ts';

export type Operation =
  | 'signUp'
  | 'signInWithPassword'
  | 'signInWithIdp'
  | 'sendOobCode'
  | 'lookup';

const urlOf = (operation: Operation) => `**/accounts:${operation}?*`;
export const tokenServiceUrl = '**/securetoken.googleapis.com/v1/token?*';

/** @param message Google's, such as `TOO_MANY_ATTEMPTS_TRY_LATER`; the SDK turns it into its error code */
export const googleError = (message: string, status = 400) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({
    error: {
      code: status,
      message,
      errors: [{ message, domain: 'global', reason: 'invalid' }],
      status: 'INVALID_ARGUMENT',
    },
  }),
});

export const stubError =
  (operation: Operation, message: string): Step =>
  ({ page }) =>
    page.route(urlOf(operation), (route) => route.fulfill(googleError(message)));

export const stubOffline =
  (operation: Operation): Step =>
  ({ page }) =>
    page.route(urlOf(operation), (route) => route.abort('internetdisconnected'));

export const stubProxyPage =
  (operation: Operation): Step =>
  ({ page }) =>
    page.route(urlOf(operation), (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );

export const stubRenewalError: Step = ({ page }) =>
  page.route(tokenServiceUrl, (route) => route.fulfill(googleError('TOKEN_EXPIRED')));

/** Route handler that delays every request until `release` is called. */
export function delayRequests() {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handler = async (route: Route) => {
    await released;
    await route.continue();
  };
  return { handler, release: () => release() };
}
