/** Finds personal data that must not be logged in a text: addresses, session tokens, passwords. */

const shapes: Readonly<Record<string, RegExp>> = {
  'an address': /[\w.+-]+@[\w-]+\.[a-z]{2,}/gi,
  'a session token': /\beyJ[\w-]{8,}\.[\w-]{8,}/g,
  'the token of a mail link': /[?&]token=[\w-]{8,}/g,
  'a password': /"password"\s*:\s*"[^"]+"|vigia-2026/g,
};
/** Not personal, though it looks like an address: the path of Google's keys, and our own sender. */
const ownAddresses = /^securetoken@system|@vigia\.(example|test|local)$/i;

/** @returns what was found, each as `an address: ana@…`; empty when there is nothing */
export function findPii(text: string): string[] {
  return Object.entries(shapes).flatMap(([name, shape]) =>
    [...new Set(text.match(shape))]
      .filter((found) => !ownAddresses.test(found))
      .map((found) => `${name}: ${found}`),
  );
}
