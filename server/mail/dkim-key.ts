/** The key that signs mails, as an environment can carry it. */
import { createPrivateKey } from 'node:crypto';

/** Many environments cannot hold line breaks: there a PEM is written with `\n` in their place. */
export const unescapePem = (text: string): string => text.replaceAll('\\n', '\n');

/** Only RSA is signed with (RFC 6376); whatever else is refused before the first mail, not at it. */
export function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
