/**
 * Passes the page's CSP style nonce to goober, the toasts' style library, which reads it when first imported: this must
 * be the first import of the app. The server writes the element (server/http/spa.ts).
 */
declare global {
  interface Window {
    __nonce__?: string;
  }
}

const element = document.getElementById('_goober');
if (element !== null) window.__nonce__ = element.nonce;

// `declare global` needs a module.
export {};
