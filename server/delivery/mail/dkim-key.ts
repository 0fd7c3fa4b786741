/** Parses and checks the DKIM signing key of the environment. */
import { createPrivateKey } from 'node:crypto';

/** Environment variables often cannot hold line breaks: there a PEM is written with a literal `\n` for each. */
export const unescapePem = (text: string): string => text.replaceAll('\\n', '\n');

/** Only RSA, which every receiver verifies (RFC 6376): any other key is rejected at start, not at the first mail. */
export function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
