/**
 * Default Trusted Types policy: allows two script URLs made at run time, the service worker's and the loader of Google's
 * sign-in popup, which the identity SDK requests. The page's CSP refuses every other string turned into code or markup
 * (server/http/security-headers.ts). Must be imported before the SDK.
 */
import { serviceWorkerPath } from '#domain/service-worker-paths.ts';

interface TrustedTypesFactory {
  createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): void;
}

/** Browsers without Trusted Types have no factory, and enforce nothing. */
const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory };
const googleLoader = 'https://apis.google.com/';

trustedTypes?.createPolicy('default', {
  createScriptURL: (url) =>
    url === serviceWorkerPath || url.startsWith(googleLoader) ? url : null,
});
