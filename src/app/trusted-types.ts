/**
 * The only script the page may fetch by an address made at run time: the loader of Google's sign-in window, which the
 * identity SDK asks for. Everything else that would turn text into code or markup is refused by the page's policy
 * (server/http/security-headers.ts). This must be imported before the SDK.
 */
interface TrustedTypesFactory {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string | null }): void;
}

/** Browsers without Trusted Types have no factory, and enforce nothing. */
const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory };
const googleLoader = 'https://apis.google.com/';

trustedTypes?.createPolicy('default', {
  createScriptURL: (address) => (address.startsWith(googleLoader) ? address : null),
});
