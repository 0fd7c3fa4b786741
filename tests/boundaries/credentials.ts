/** Finds credentials in a text, by the shapes of real ones. */

const credentials: Readonly<Record<string, RegExp>> = {
  'a private key':
    /-----BEGIN (?:RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----\\?n?[\w+/=\\\s]{40,}/,
  'a live card provider key': /\b[sr]k_live_\w{8,}/,
  'a card provider key of some length': /\b[sr]k_test_\w{20,}|\bwhsec_\w{24,}/,
  'a Google key': /\bAIza[\w-]{30,}/,
  'a Google OAuth secret': /\bGOCSPX-[\w-]{20,}/,
  'a service account': /"private_key_id"\s*:/,
  'an AWS key': /\bAKIA[0-9A-Z]{16}\b/,
  'a code host token': /\bgh[pousr]_\w{30,}|\bgithub_pat_\w{30,}|\bglpat-[\w-]{18,}/,
  'an npm token': /\bnpm_\w{36}|_authToken\s*=/,
  'a chat token': /\bxox[abprs]-[\w-]{10,}/,
  'a signed token': /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/,
  'a password in an address':
    /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s/:@'"`$<{]+:[^\s/:@'"`$<{]{6,}@(?!localhost|127\.|[\w.-]*example)/,
};

/** @returns what each of them is */
export const credentialsIn = (text: string) =>
  Object.entries(credentials).flatMap(([what, shape]) => (shape.test(text) ? [what] : []));
