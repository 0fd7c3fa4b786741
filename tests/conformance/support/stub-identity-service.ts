/** Stubs the identity service at the network: errors in Google's format, offline, and delayed answers. */
import type { Route } from '@playwright/test';
import type { Step } from './spec-row.ts';

export type Operation =
  | 'signUp'
  | 'signInWithPassword'
  | 'signInWithIdp'
  | 'sendOobCode'
  | 'lookup';

const addressOf = (operation: Operation) => `**/accounts:${operation}?*`;
export const tokenService = '**/securetoken.googleapis.com/v1/token?*';

/** @param message Google's, such as `TOO_MANY_ATTEMPTS_TRY_LATER`; the SDK turns it into its error code */
export const googleRefusal = (message: string, status = 400) => ({
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
    page.route(addressOf(operation), (route) => route.fulfill(googleRefusal(message)));

export const stubOffline =
  (operation: Operation): Step =>
  ({ page }) =>
    page.route(addressOf(operation), (route) => route.abort('internetdisconnected'));

export const refuseRenewal: Step = ({ page }) =>
  page.route(tokenService, (route) => route.fulfill(googleRefusal('TOKEN_EXPIRED')));

/** Route handler that delays every request until `release` is called. */
export function holdRequests() {
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
