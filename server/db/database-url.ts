/**
 * Database URLs with several hosts, as libpq takes them: `postgres://user:pass@one:5432,two:5432/name` with
 * `target_session_attrs=read-write`. `pg` takes one host, so each host becomes a URL of its own.
 */

export interface DatabaseHosts {
  /** One URL per host, in the order written. */
  readonly urls: readonly string[];
  /** Only a host that accepts writes may be connected to; always so with several hosts. */
  readonly readWrite: boolean;
}

/** @throws InvalidDatabaseUrlError */
export function parseDatabaseUrl(text: string): DatabaseHosts {
  const [, scheme, credentials = '', authority = '', rest = ''] = urlPattern.exec(text) ?? [];
  if (scheme === undefined) throw new InvalidDatabaseUrlError(formError);
  const urls = authority.split(',').map((host) => `${scheme}${credentials}${host}${rest}`);
  const parsed = urls.map((url) => (URL.canParse(url) ? new URL(url) : null));
  const hosts = parsed.map((url) => url?.host ?? '');
  const [first] = parsed;
  if (first === undefined || parsed.includes(null)) throw new InvalidDatabaseUrlError(formError);
  const parameters = first?.searchParams;
  const isSeveral = urls.length > 1 || /,/.test(parameters?.get('host') ?? '');
  if (isSeveral && (hosts.includes('') || parameters?.has('host')))
    throw new InvalidDatabaseUrlError(hostsError);
  const attributes = parameters?.get('target_session_attrs') ?? null;
  if (attributes === 'read-write' || attributes === 'primary') return { urls, readWrite: true };
  const isAny = attributes === null || (attributes === 'any' && !isSeveral);
  if (!isAny) throw new InvalidDatabaseUrlError(attributesError);
  return { urls, readWrite: isSeveral };
}

/** @returns a Spanish clause for the operator; null when it is valid */
export function databaseUrlViolation(text: string): string | null {
  try {
    parseDatabaseUrl(text);
    return null;
  } catch (error) {
    if (error instanceof InvalidDatabaseUrlError) return error.message;
    throw error;
  }
}

/** The message is a Spanish clause for the operator, after the variable's name. */
export class InvalidDatabaseUrlError extends Error {}

/** Scheme, credentials, hosts, and everything from the path on. */
const urlPattern = /^(postgres(?:ql)?:\/\/(?=.))([^/?#]*@)?([^/?#@]*)([/?#].*)?$/s;

const formError =
  'debe tener la forma postgres://usuario:clave@servidor:5432/base, con los servidores separados por comas si son varios';
const hostsError =
  'con varios servidores, todos van delante de la ruta: postgres://usuario:clave@uno:5432,dos:5432/base';
const attributesError = 'target_session_attrs solo puede ser read-write';
