/**
 * Takes secrets out of what machines hold before anyone sees, sends or stores it: traces, the workbench, the inspector.
 * The same secret always becomes the same alias, so that guards which compare tokens still decide alike on a replay.
 */
import type { TraceJson } from './trace.ts';

/** What kinds of secret there are, and the names of the fields that hold them. */
const secretFields = [
  ['token', /token|jwt|authorization|secret|credential/i],
  ['password', /password|contrase/i],
  ['email', /e-?mail|correo/i],
  ['name', /^(name|displayName|username|nombre)$/],
  ['uid', /^(uid|userId|localId)$/],
] as const;
type SecretKind = (typeof secretFields)[number][0];

/** Secrets that betray themselves wherever they stand, for instance in an error's message. */
const jsonWebToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const address = /(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:]+/g;
const alias = /^<(?:token|password|name|uid|email)-\d+>$|^correo-\d+@alias\.invalid$/;
/** Which learnt secrets are looked for inside other texts: “a” would be found in all of them, and a name is a word. */
const isSought = (secret: string, made: string): boolean =>
  secret.length >= 4 && !made.startsWith('<name-');

export interface Redactor {
  /** @returns the same value with aliases in the place of secrets */
  redact(value: TraceJson): TraceJson;
  /** The way back, for who holds the secrets anyway: aliases become what they stand for. */
  reveal(value: TraceJson): TraceJson;
}

export function createRedactor(): Redactor {
  const aliases = new Map<string, string>();
  const secrets = new Map<string, string>();
  const counts = new Map<SecretKind, number>();

  function aliasOf(kind: SecretKind, secret: string): string {
    const known = aliases.get(secret);
    if (known !== undefined) return known;
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    // Forms judge addresses: who typed a whole one is still let through, who typed half of one is not.
    const isAddress = kind === 'email' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(secret.trim());
    const made = isAddress ? `correo-${number}@alias.invalid` : `<${kind}-${number}>`;
    aliases.set(secret, made);
    secrets.set(made, secret);
    return made;
  }

  /** Texts of no secret field: secrets known from elsewhere, and those that betray themselves. */
  function redactText(text: string): string {
    if (alias.test(text)) return text;
    const known = [...aliases]
      .filter(([secret, made]) => isSought(secret, made))
      .sort(([one], [other]) => other.length - one.length);
    return known
      .reduce((left, [secret, made]) => left.replaceAll(secret, made), text)
      .replace(jsonWebToken, (found) => aliasOf('token', found))
      .replace(address, (found) => (alias.test(found) ? found : aliasOf('email', found)));
  }

  function redactPart(part: TraceJson, kind: SecretKind | null): TraceJson {
    if (typeof part === 'string') {
      if (kind === null) return redactText(part);
      // Nothing typed is no secret, and guards ask for it.
      return part.trim() === '' || alias.test(part) ? part : aliasOf(kind, part);
    }
    if (typeof part === 'number' && (kind === 'password' || kind === 'token')) {
      return aliasOf(kind, String(part));
    }
    return mapParts(part, (inner, field) =>
      redactPart(inner, field === null ? kind : kindOf(field)),
    );
  }

  return {
    redact: (value) => {
      // Twice: a secret may be named only after a text that quotes it.
      redactPart(value, null);
      return redactPart(value, null);
    },
    reveal: function reveal(value): TraceJson {
      return typeof value === 'string' ? (secrets.get(value) ?? value) : mapParts(value, reveal);
    },
  };
}

const kindOf = (field: string): SecretKind | null =>
  secretFields.find(([, pattern]) => pattern.test(field))?.[0] ?? null;

/** @param change gets each part with the name of its field; null for the items of a list */
function mapParts(
  value: TraceJson,
  change: (part: TraceJson, field: string | null) => TraceJson,
): TraceJson {
  if (Array.isArray(value)) return value.map((item) => change(item, null));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [field, change(part, field)]),
  );
}
