/** Text files for programs: robots.txt and security.txt (RFC 9116). */
import type { FastifyInstance } from 'fastify';

const robots = 'User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nDisallow: /onboarding\n';

/** RFC 9116 recommends less than a year; a server that still answers renews it. */
const securityTxtDays = 180;

export function textFileRoutes(
  app: FastifyInstance,
  { origin, supportEmail }: { readonly origin: string; readonly supportEmail: string },
): void {
  const path = '/.well-known/security.txt';
  const files: Readonly<Record<string, () => string>> = {
    '/robots.txt': () => robots,
    [path]: () => {
      const expires = new Date(Date.now() + securityTxtDays * 86_400_000);
      return [
        `Contact: mailto:${supportEmail}`,
        `Contact: ${origin}/support`,
        `Expires: ${expires.toISOString()}`,
        `Canonical: ${origin}${path}`,
        'Preferred-Languages: es, en',
        '',
      ].join('\n');
    },
  };
  for (const [url, text] of Object.entries(files))
    app.get(url, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/plain; charset=utf-8')
        .send(text()),
    );
}
