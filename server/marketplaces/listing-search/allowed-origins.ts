/** Which marketplaces an operator lets this server ask: https unless an entry says otherwise in full. */

/** @returns origins; an entry without a scheme means https. null where an entry is no host */
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

/** @returns one Spanish sentence saying why this address may not be asked, or null */
export function faultOfUrl(url: URL, allowedOrigins: readonly string[]): string | null {
  if (hasCredentials(url)) return 'no puede llevar usuario ni contraseña';
  if (allowedOrigins.includes(url.origin)) return null;
  if (url.protocol !== 'https:') return 'debe empezar por https://';
  return `su servidor, ${url.host}, no está en MARKET_ALLOWED_HOSTS`;
}
