/** Evaluates a content security policy like Google's csp_evaluator: finds unsafe and missing directives. */

export type Policy = ReadonlyMap<string, readonly string[]>;

export const parsePolicy = (header: string): Policy =>
  new Map(
    header.split(';').flatMap((part) => {
      const [name, ...values] = part.trim().split(/\s+/);
      return name ? [[name.toLowerCase(), values] as const] : [];
    }),
  );

/** Directives that must be present, with exactly these values. */
const requiredDirectives: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
  'require-trusted-types-for': ["'script'"],
};
const unsafeSources = ["'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "'wasm-unsafe-eval'"];
/** Hosts that serve JSONP or old libraries, which bypass a host allow-list. */
const knownBypasses =
  /(^|\.)(googleapis\.com|gstatic\.com|cdnjs\.cloudflare\.com|jsdelivr\.net|unpkg\.com)$/;

/** @returns each finding as `directive: what`; an empty list means none */
export function findWeaknesses(policy: Policy): string[] {
  const found: string[] = [];
  for (const [name, values] of Object.entries(requiredDirectives)) {
    const actual = policy.get(name)?.join(' ');
    if (actual !== values.join(' ')) found.push(`${name}: ${actual ?? 'missing'}`);
  }
  for (const [name, values] of policy)
    for (const value of values) {
      if (value.includes('*')) found.push(`${name}: wildcard ${value}`);
      if (/^(https?|wss?|ftp|filesystem):$/.test(value))
        found.push(`${name}: whole scheme ${value}`);
      if (/^http:\/\/(?!localhost|127\.)/.test(value)) found.push(`${name}: unencrypted ${value}`);
      if (/^https?:\/\/[\d.]+(:|$)/.test(value)) found.push(`${name}: address ${value}`);
      if (unsafeSources.includes(value)) found.push(`${name}: ${value}`);
    }
  const scripts = policy.get('script-src') ?? ['missing'];
  for (const value of scripts) {
    if (value === 'missing' || value === 'data:' || value === 'blob:')
      found.push(`script-src: ${value}`);
    if (URL.canParse(value) && knownBypasses.test(new URL(value).hostname))
      found.push(`script-src: may be by-passed ${value}`);
  }
  const nonce = scripts.find((value) => value.startsWith("'nonce-"));
  if (nonce !== undefined && nonce.length < "'nonce-'".length + 22)
    found.push(`script-src: short ${nonce}`);
  return found;
}
