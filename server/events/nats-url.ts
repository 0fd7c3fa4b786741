/** EVENTS_URL: one or several servers of a NATS cluster, `nats://user:password@one:4222,two:4222`, or `tls://`. */

export interface NatsServers {
  /** `host:port` */
  readonly servers: readonly string[];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly isTls: boolean;
}

/** @returns null when it has another form */
export function parseNatsUrl(text: string): NatsServers | null {
  const [, scheme, credentials, authority = ''] = urlPattern.exec(text) ?? [];
  if (scheme === undefined) return null;
  const hosts = authority.split(',').map((host) => {
    const url = `http://${host}`;
    return URL.canParse(url) && new URL(url).pathname === '/' ? new URL(url) : null;
  });
  if (hosts.some((url) => url === null || url.hostname === '')) return null;
  const [user, password] = (credentials ?? '').split(':').map(decode);
  if (user === null || password === null) return null;
  if (credentials !== undefined && (!user || !password)) return null;
  return {
    servers: hosts.map((url) => `${url?.hostname}:${url?.port || '4222'}`),
    user: user || undefined,
    password,
    isTls: scheme === 'tls',
  };
}

/** Scheme, credentials, hosts: nothing after them. */
const urlPattern = /^(nats|tls):\/\/(?:([^/?#@\s]*)@)?([^/?#@\s]+)\/?$/;

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
