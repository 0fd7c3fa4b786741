/** The server's configuration, read once from the environment. Every fault is listed at once; nothing else reads `process.env`. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { ClientConfig } from '#contract/client-config.ts';
import { isSigningKey, unescapePem } from './mail/dkim-key.ts';
import {
  listingSearchEnvironment,
  listingSearchSettings,
  validateListingSearchEnv,
} from './marketplaces/listing-search/config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

const text = z.string().min(1);
const optionalText = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value));
const flag = z
  .enum(['0', '1', ''])
  .optional()
  .transform((value) => value === '1');
const address = z.email();
const origin = z
  .url()
  .transform((value) => new URL(value).origin)
  .pipe(z.string().regex(/^https?:/, 'debe empezar por http:// o https://'));
const optionalUrl = z
  .union([z.url(), z.literal('')])
  .optional()
  .transform((value) => value || null);

const environment = z.object({
  NODE_ENV: z.string().optional(),
  ROLE: z.enum(['all', 'api', 'worker', 'mail']).default('all'),
  HOST: text.default('127.0.0.1'),
  PORT: z.coerce.number('debe ser un número de puerto').int().min(1).max(65_535).default(5173),
  APP_ORIGIN: origin,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** At most so many at once, besides the few that each process keeps open to listen. */
  DATABASE_CONNECTIONS: z.coerce
    .number('debe ser un número de conexiones')
    .int()
    .min(2)
    .max(1_000)
    .default(20),
  /** More readers at once are sent away for a moment, so that those who are in stay served. */
  LIVE_STREAMS: z.coerce
    .number('debe ser un número de lectores')
    .int()
    .min(1)
    .max(1_000_000)
    .default(20_000),
  IDENTITY_PROJECT_ID: text,
  IDENTITY_API_KEY: text,
  IDENTITY_APP_ID: text.default('vigia'),
  IDENTITY_AUTH_DOMAIN: optionalText,
  /** Only where the identity service is not Google's own. */
  IDENTITY_ORIGIN: optionalUrl,
  IDENTITY_JWKS_URL: z.url().default(googleKeys),
  IDENTITY_SCRIPT_URL: optionalText,
  IDENTITY_SERVER_TOKEN: optionalText,
  DOCUMENTS_HOST: optionalText,
  DOCUMENTS_SSL: flag,
  DOCUMENTS_SERVER_TOKEN: optionalText,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: text,
  DKIM_DOMAIN: optionalText,
  DKIM_SELECTOR: optionalText,
  DKIM_PRIVATE_KEY: optionalText
    .transform((pem) => (pem === null ? null : unescapePem(pem)))
    .refine(
      (pem) => pem === null || isSigningKey(pem),
      'debe ser una clave privada RSA en PEM, con «\\n» por cada salto de línea si hace falta',
    ),
  /** Payments. Without them nobody can pay, which only production refuses. */
  STRIPE_SECRET_KEY: optionalText.refine(
    (key) => key === null || /^[sr]k_\w+$/.test(key),
    'debe ser una clave secreta de Stripe: empieza por «sk_» o «rk_»',
  ),
  STRIPE_WEBHOOK_SECRET: optionalText.refine(
    (secret) => secret === null || /^whsec_\w+$/.test(secret),
    'debe ser el secreto de firma del webhook: empieza por «whsec_»',
  ),
  /** Only where the payment service is not Stripe itself. */
  STRIPE_API_ORIGIN: optionalUrl,
  LINK_SECRET: z.string().min(32, 'debe tener al menos 32 caracteres'),
  EMAILJS_ORIGIN: optionalUrl,
  EMAILJS_PUBLIC_KEY: text,
  EMAILJS_SERVICE_ID: text,
  EMAILJS_TEMPLATE_ID: text,
  SUPPORT_EMAIL: address,
  LANDING_URL: z.url(),
  MARKET: z.enum(['demo', 'replay', 'listing-search']).default('demo'),
  MARKET_FILE: optionalText,
  MARKET_COLLECTIBLES: optionalText,
  MARKET_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'debe ser un código ISO 4217, por ejemplo USD')
    .default('USD'),
  MARKET_SPEED: z
    .union([z.literal('max'), z.coerce.number('debe ser un número mayor que 0 o «max»').positive()])
    .default(1),
  MARKET_PAUSED: flag,
  MARKET_SEED: text.default('vigia'),
  ...listingSearchEnvironment,
  METRICS_TOKEN: optionalText,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DIST_DIR: text.default('dist'),
});

export type Config = ReturnType<typeof loadConfig>;

/** Every fault of the environment, one line each, for whoever starts the server. */
export class ConfigError extends Error {}

/** @throws ConfigurationFaults */
export function loadConfig(env: Readonly<Record<string, string | undefined>>, version: string) {
  const parsed = environment.safeParse(env);
  const crossed = [...validateListingSearchEnv(env), ...paymentFaults(env)];
  if (!parsed.success || crossed.length > 0) {
    const faults = (parsed.error?.issues ?? []).map(
      ({ path, message }) =>
        `  ${path.join('.')}: ${env[path.join('.')] === undefined ? 'falta' : message}`,
    );
    faults.push(...crossed.map((fault) => `  ${fault}`));
    throw new ConfigError(`La configuración no es válida:\n${faults.join('\n')}`);
  }
  const given = parsed.data;
  const production = given.NODE_ENV === 'production';
  const authDomain = given.IDENTITY_AUTH_DOMAIN ?? `${given.IDENTITY_PROJECT_ID}.firebaseapp.com`;
  const clientConfig: ClientConfig = {
    version,
    firebase: {
      apiKey: given.IDENTITY_API_KEY,
      authDomain,
      projectId: given.IDENTITY_PROJECT_ID,
      appId: given.IDENTITY_APP_ID,
    },
    identityOrigin: given.IDENTITY_ORIGIN,
    documents:
      given.DOCUMENTS_HOST === null
        ? null
        : { host: given.DOCUMENTS_HOST, ssl: given.DOCUMENTS_SSL },
    emailjs: {
      origin: given.EMAILJS_ORIGIN,
      publicKey: given.EMAILJS_PUBLIC_KEY,
      serviceId: given.EMAILJS_SERVICE_ID,
      templateId: given.EMAILJS_TEMPLATE_ID,
      toEmail: given.SUPPORT_EMAIL,
    },
    landingUrl: given.LANDING_URL,
    supportEmail: given.SUPPORT_EMAIL,
  };
  return {
    production,
    role: given.ROLE,
    host: given.HOST,
    port: given.PORT,
    appOrigin: given.APP_ORIGIN,
    databaseUrl: given.DATABASE_URL,
    databaseConnections: given.DATABASE_CONNECTIONS,
    mostStreams: given.LIVE_STREAMS,
    logLevel: given.LOG_LEVEL,
    identity: {
      projectId: given.IDENTITY_PROJECT_ID,
      issuer: `https://securetoken.google.com/${given.IDENTITY_PROJECT_ID}`,
      jwksUrl: given.IDENTITY_JWKS_URL,
      /** Loaded by the page before the identity SDK, where the environment provides one. */
      scriptUrl: given.IDENTITY_SCRIPT_URL,
      origin: given.IDENTITY_ORIGIN,
      serverToken: given.IDENTITY_SERVER_TOKEN,
    },
    documents: {
      projectId: given.IDENTITY_PROJECT_ID,
      host: given.DOCUMENTS_HOST,
      ssl: given.DOCUMENTS_SSL,
      serverToken: given.DOCUMENTS_SERVER_TOKEN,
    },
    mail: {
      smtpUrl: given.SMTP_URL,
      from: given.MAIL_FROM,
      dkim: dkimOf(given),
    },
    payments: paymentsOf(given),
    linkSecret: given.LINK_SECRET,
    market: {
      adapter: given.MARKET,
      file: given.MARKET_FILE ?? undefined,
      collectibles: given.MARKET_COLLECTIBLES ?? undefined,
      currency: given.MARKET_CURRENCY,
      speed: given.MARKET_SPEED,
      paused: given.MARKET_PAUSED,
      seed: given.MARKET_SEED,
      listingSearch: listingSearchSettings(given),
    },
    metricsToken: given.METRICS_TOKEN,
    distDir: resolve(root, given.DIST_DIR),
    clientConfig,
  };
}

/** Where money is charged both secrets are needed, and nobody stands between us and the provider. */
function paymentFaults(env: Readonly<Record<string, string | undefined>>): string[] {
  const { NODE_ENV, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = env;
  const production = NODE_ENV === 'production';
  const faults: string[] = [];
  if (!key && (production || secret)) faults.push('STRIPE_SECRET_KEY: falta');
  if (!secret && (production || key)) faults.push('STRIPE_WEBHOOK_SECRET: falta');
  if (production && env.STRIPE_API_ORIGIN && !env.STRIPE_API_ORIGIN.startsWith('https://'))
    faults.push('STRIPE_API_ORIGIN: debe empezar por https://');
  return faults;
}

function paymentsOf(given: z.infer<typeof environment>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = given;
  if (secretKey === null || webhookSecret === null) return null;
  return { secretKey, webhookSecret, apiOrigin: given.STRIPE_API_ORIGIN };
}

/** Signing needs all three; two of them are a mistake worth saying. */
function dkimOf(given: z.infer<typeof environment>) {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: privateKey } = given;
  if (domain === null && selector === null && privateKey === null) return null;
  if (domain === null || selector === null || privateKey === null) {
    throw new ConfigError(
      'La configuración no es válida:\n  DKIM_DOMAIN, DKIM_SELECTOR y DKIM_PRIVATE_KEY van juntas.',
    );
  }
  return { domain, selector, privateKey };
}
