/**
 * The browser's configuration, injected into index.html by the server: one build for every environment.
 * Validated by the server only, because the first screen cannot wait for a schema library. Contains no secrets.
 */
import * as z from 'zod/mini';

export const clientConfig = z.strictObject({
  version: z.string(),
  firebase: z.strictObject({
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    appId: z.string(),
  }),
  /** Origin of the identity service when it is not Google's own; null = the SDK's default. */
  identityOrigin: z.nullable(z.string()),
  /** Host (and whether it speaks TLS) of the document database when it is not Google's own. */
  documents: z.nullable(z.strictObject({ host: z.string(), ssl: z.boolean() })),
  emailjs: z.strictObject({
    origin: z.nullable(z.string()),
    publicKey: z.string(),
    serviceId: z.string(),
    templateId: z.string(),
    toEmail: z.string(),
  }),
  landingUrl: z.string(),
  supportEmail: z.string(),
  /** Path of the mailbox that receives all mail on a developer's computer; null elsewhere. */
  localMailbox: z.nullable(z.string()),
});
export type ClientConfig = z.infer<typeof clientConfig>;
