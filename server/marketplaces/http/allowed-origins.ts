/** Allowlist of marketplace origins: https unless an entry names another scheme. */

/** @returns origins; an entry without a scheme means https. null when an entry is not a host */
export function parseOrigins(list: string): string[] | null {
  const origins: string[] = [];
  for (const entry of list.split(',').map((text) => text.trim())) {
    if (entry === '') continue;
    const full = entry.includes('://') ? entry : `https://${entry}`;
    const url = URL.canParse(full) ? new URL(full) : null;
    if (url === null || !/^https?:$/.test(url.protocol) || !isBareOrigin(url)) return null;
    origins.push(url.origin);
  }
  return origins;
}

const isBareOrigin = (url: URL) =>
  url.pathname === '/' && url.search === '' && url.hash === '' && !hasCredentials(url);

const hasCredentials = (url: URL) => url.username !== '' || url.password !== '';

/** @param allowedOrigins none = any over https. @returns the reason in Spanish why this URL is not allowed, or null */
export function validateMarketUrl(url: URL, allowedOrigins: readonly string[]): string | null {
  if (hasCredentials(url)) return 'no puede llevar usuario ni contraseña';
  if (allowedOrigins.includes(url.origin)) return null;
  if (url.protocol !== 'https:')
    return 'debe empezar por https://, o su servidor estar en MARKET_ALLOWED_HOSTS';
  if (allowedOrigins.length === 0) return null;
  return `su servidor, ${url.host}, no está en MARKET_ALLOWED_HOSTS`;
}
