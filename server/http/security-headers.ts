/** Security headers (helmet): content security policy, framing, popups, referrer, HSTS. */
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ClientConfig } from '#contract/client-config.ts';

const googleOrigins = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
  'https://firestore.googleapis.com',
];

/** `connect-src` origins besides our own: the hosted services of this environment. */
function connectOrigins(client: ClientConfig): string[] {
  const documents = client.documents
    ? [`${client.documents.ssl ? 'https' : 'http'}://${client.documents.host}`]
    : [];
  const identity = client.identityOrigin === null ? googleOrigins : [client.identityOrigin];
  return [
    ...new Set([...identity, ...documents, client.emailjs.origin ?? 'https://api.emailjs.com']),
  ];
}

/** Of every answer, whoever makes it: mail links and the routes that other services call have no page's policy, but these. */
export function setTransportHeaders(reply: FastifyReply, production: boolean): void {
  reply.header('x-content-type-options', 'nosniff');
  if (production) reply.header('strict-transport-security', 'max-age=31536000');
}

export async function registerSecurityHeaders(
  app: FastifyInstance,
  { clientConfig }: { clientConfig: ClientConfig },
): Promise<void> {
  // Google's sign-in popup needs its loader script and a frame of the identity service.
  const { identityOrigin, firebase } = clientConfig;
  const google = identityOrigin === null;
  const authFrame = google ? `https://${firebase.authDomain}` : identityOrigin;
  // A policy is a page's: on each of twenty files of a first load it would be 0.8 kB more.
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/assets/')) route.helmet = false;
  });
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(google ? ['https://apis.google.com'] : [])],
        styleSrc: ["'self'"],
        // React sets style attributes (sparklines, virtual rows); an attribute cannot load or run anything.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...connectOrigins(clientConfig)],
        frameSrc: ["'self'", authFrame],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        // Trusted Types: only the page's policy (src/app/page/trusted-types.ts) and Google's two may create code or markup.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default', ...(google ? ['gapi#gapi', 'goog#html'] : [])],
      },
    },
    // For browsers without frame-ancestors, the same.
    xFrameOptions: { action: 'deny' },
    // The Google popup must keep its `opener` to post the result.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Set for every answer.
    strictTransportSecurity: false,
    xContentTypeOptions: false,
  });
}
