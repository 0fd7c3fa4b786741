/**
 * Redacts secrets from machine state before it is shown, sent or stored: traces, the workbench, the inspector.
 * The same secret always becomes the same alias, so that guards which compare tokens decide alike on a replay.
 */
import type { TraceJson } from './trace.ts';

/** Kinds of secret, and patterns of the field names that hold them. */
const secretFields = [
  ['token', /token|jwt|authorization|secret|credential/i],
  ['password', /password|contrase/i],
  ['email', /e-?mail|correo/i],
  ['name', /^(name|displayName|username|nombre)$/],
  ['uid', /^(uid|userId|localId)$/],
] as const;
type SecretKind = (typeof secretFields)[number][0];

/** Secrets recognisable by their form in any text, for instance in an error's message. */
const jsonWebToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const apiKey = /\bvigia_[\w-]{43}/g;
const address = /(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:]+/g;
const alias = /^<(?:token|password|name|uid|email)-\d+>$|^correo-\d+@alias\.invalid$/;
/** Which known secrets are replaced inside other texts: not short ones, found everywhere, nor names, which are words. */
const isReplacedInTexts = (secret: string, replacement: string): boolean =>
  secret.length >= 4 && !replacement.startsWith('<name-');

export interface Redactor {
  /** @returns the same value with aliases instead of secrets; idempotent */
  redact(value: TraceJson): TraceJson;
  /** The inverse, with the secrets this redactor has seen. */
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
    // Form validation must decide alike: a complete address becomes a valid one, half of one stays invalid.
    const isAddress = kind === 'email' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(secret.trim());
    const replacement = isAddress ? `correo-${number}@alias.invalid` : `<${kind}-${number}>`;
    aliases.set(secret, replacement);
    secrets.set(replacement, secret);
    return replacement;
  }

  /** For texts outside secret fields: replaces known secrets, then those recognisable by their form. */
  function redactText(text: string): string {
    if (alias.test(text)) return text;
    const known = [...aliases]
      .filter(([secret, replacement]) => isReplacedInTexts(secret, replacement))
      .sort(([one], [other]) => other.length - one.length);
    return known
      .reduce((left, [secret, replacement]) => left.replaceAll(secret, replacement), text)
      .replace(jsonWebToken, (found) => aliasOf('token', found))
      .replace(apiKey, (found) => aliasOf('token', found))
      .replace(address, (found) => (alias.test(found) ? found : aliasOf('email', found)));
  }

  function redactPart(part: TraceJson, kind: SecretKind | null): TraceJson {
    if (typeof part === 'string') {
      if (kind === null) return redactText(part);
      // Empty text is no secret, and guards test for it.
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
      // Twice: a text may quote a secret whose field comes later.
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
