/** What browsers are told not to do with our pages (research: content security, framing, popups). */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { ClientConfig } from '#contract/client-config.ts';

const googleOrigins = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
  'https://firestore.googleapis.com',
];

/** Where the browser may send requests: ourselves and the hosted services of this environment. */
export function connectOrigins(client: ClientConfig): string[] {
  const documents = client.documents
    ? [`${client.documents.ssl ? 'https' : 'http'}://${client.documents.host}`]
    : [];
  const identity = client.identityOrigin === null ? googleOrigins : [client.identityOrigin];
  return [
    ...new Set([...identity, ...documents, client.emailjs.origin ?? 'https://api.emailjs.com']),
  ];
}

export async function securityHeaders(
  app: FastifyInstance,
  { clientConfig, production }: { clientConfig: ClientConfig; production: boolean },
): Promise<void> {
  // Google's popup needs its loader and a frame of the service that signs in.
  const { identityOrigin, firebase } = clientConfig;
  const google = identityOrigin === null;
  const authFrame = google ? `https://${firebase.authDomain}` : identityOrigin;
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
        // No text becomes code or markup but through the page's one policy (src/app/trusted-types.ts) and the
        // two of Google's own code.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default', ...(google ? ['gapi#gapi', 'goog#html'] : [])],
      },
    },
    // The Google popup must be able to answer the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
}
