/**
 * Hands the page's style nonce to the toasts' style library, which looks for it here when it is first imported:
 * this must therefore be the first import of the app. The server writes the element (server/http/spa.ts).
 */
declare global {
  interface Window {
    __nonce__?: string;
  }
}

const element = document.getElementById('_goober');
if (element !== null) window.__nonce__ = element.nonce;

// The declaration above belongs to a module.
export {};
