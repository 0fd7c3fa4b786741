/** Parses the environment variables into the configuration, and lists all errors at once. */
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
const googleJwksUrl =
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
  /** Size of the connection pool; each process also has a few connections for LISTEN. */
  DATABASE_POOL_SIZE: z.coerce
    .number('debe ser un número de conexiones')
    .int()
    .min(2)
    .max(1_000)
    .default(20),
  /** Maximum open SSE streams per process; further requests get 503. */
  MAX_LIVE_STREAMS: z.coerce
    .number('debe ser un número de lectores')
    .int()
    .min(1)
    .max(1_000_000)
    .default(20_000),
  /** From a stop signal to the closing of the door: /health answers 503 meanwhile. */
  SHUTDOWN_DELAY_SECONDS: z.coerce
    .number('debe ser un número de segundos')
    .min(0, 'debe ser 0 o más')
    .max(300, 'debe ser 300 como mucho')
    .default(5),
  FIREBASE_PROJECT_ID: text,
  FIREBASE_API_KEY: text,
  FIREBASE_APP_ID: text.default('vigia'),
  FIREBASE_AUTH_DOMAIN: optionalText,
  /** Only where the identity service is not Google's. */
  IDENTITY_ORIGIN: optionalUrl,
  IDENTITY_JWKS_URL: z.url().default(googleJwksUrl),
  IDENTITY_SCRIPT_URL: optionalText,
  IDENTITY_ADMIN_TOKEN: optionalText,
  FIRESTORE_HOST: optionalText,
  FIRESTORE_SSL: flag,
  FIRESTORE_ADMIN_TOKEN: optionalText,
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
  /** Payments; optional outside production. */
  STRIPE_SECRET_KEY: optionalText.refine(
    (key) => key === null || /^[sr]k_\w+$/.test(key),
    'debe ser una clave secreta de Stripe: empieza por «sk_» o «rk_»',
  ),
  STRIPE_WEBHOOK_SECRET: optionalText.refine(
    (secret) => secret === null || /^whsec_\w+$/.test(secret),
    'debe ser el secreto de firma del webhook: empieza por «whsec_»',
  ),
  /** Only where the payment service is not Stripe. */
  STRIPE_API_ORIGIN: optionalUrl,
  LINK_SECRET: z.string().min(32, 'debe tener al menos 32 caracteres'),
  EMAILJS_ORIGIN: optionalUrl,
  EMAILJS_PUBLIC_KEY: text,
  EMAILJS_SERVICE_ID: text,
  EMAILJS_TEMPLATE_ID: text,
  SUPPORT_EMAIL: address,
  LANDING_URL: z.url(),
  MARKET: z.enum(['demo', 'replay', 'listing-search']).default('demo'),
  REPLAY_PRICES_FILE: optionalText,
  REPLAY_COLLECTIBLES_FILE: optionalText,
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

/** All errors of the environment, one line each, for the operator. */
export class ConfigError extends Error {}

/** @param env `process.env`, which only the entry points read @throws ConfigError */
export function loadConfig(env: Readonly<Record<string, string | undefined>>, version: string) {
  const parsed = environment.safeParse(env);
  const crossFieldErrors = [...validateListingSearchEnv(env), ...validatePaymentEnv(env)];
  if (!parsed.success || crossFieldErrors.length > 0) {
    const errors = (parsed.error?.issues ?? []).map(
      ({ path, message }) =>
        `  ${path.join('.')}: ${env[path.join('.')] === undefined ? 'falta' : message}`,
    );
    errors.push(...crossFieldErrors.map((error) => `  ${error}`));
    throw new ConfigError(`La configuración no es válida:\n${errors.join('\n')}`);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  const authDomain = values.FIREBASE_AUTH_DOMAIN ?? `${values.FIREBASE_PROJECT_ID}.firebaseapp.com`;
  const clientConfig: ClientConfig = {
    version,
    firebase: {
      apiKey: values.FIREBASE_API_KEY,
      authDomain,
      projectId: values.FIREBASE_PROJECT_ID,
      appId: values.FIREBASE_APP_ID,
    },
    identityOrigin: values.IDENTITY_ORIGIN,
    documents:
      values.FIRESTORE_HOST === null
        ? null
        : { host: values.FIRESTORE_HOST, ssl: values.FIRESTORE_SSL },
    emailjs: {
      origin: values.EMAILJS_ORIGIN,
      publicKey: values.EMAILJS_PUBLIC_KEY,
      serviceId: values.EMAILJS_SERVICE_ID,
      templateId: values.EMAILJS_TEMPLATE_ID,
      toEmail: values.SUPPORT_EMAIL,
    },
    landingUrl: values.LANDING_URL,
    supportEmail: values.SUPPORT_EMAIL,
  };
  return {
    production,
    role: values.ROLE,
    host: values.HOST,
    port: values.PORT,
    appOrigin: values.APP_ORIGIN,
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.DATABASE_POOL_SIZE,
    maxStreams: values.MAX_LIVE_STREAMS,
    shutdownDelayMs: values.SHUTDOWN_DELAY_SECONDS * 1_000,
    logLevel: values.LOG_LEVEL,
    identity: {
      projectId: values.FIREBASE_PROJECT_ID,
      issuer: `https://securetoken.google.com/${values.FIREBASE_PROJECT_ID}`,
      jwksUrl: values.IDENTITY_JWKS_URL,
      /** Loaded by the page before the identity SDK, where the environment provides one. */
      scriptUrl: values.IDENTITY_SCRIPT_URL,
      origin: values.IDENTITY_ORIGIN,
      serverToken: values.IDENTITY_ADMIN_TOKEN,
    },
    documents: {
      projectId: values.FIREBASE_PROJECT_ID,
      host: values.FIRESTORE_HOST,
      ssl: values.FIRESTORE_SSL,
      serverToken: values.FIRESTORE_ADMIN_TOKEN,
    },
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM,
      dkim: dkimOf(values),
    },
    payments: paymentsOf(values),
    linkSecret: values.LINK_SECRET,
    market: {
      adapter: values.MARKET,
      file: values.REPLAY_PRICES_FILE ?? undefined,
      collectibles: values.REPLAY_COLLECTIBLES_FILE ?? undefined,
      currency: values.MARKET_CURRENCY,
      speed: values.MARKET_SPEED,
      paused: values.MARKET_PAUSED,
      seed: values.MARKET_SEED,
      listingSearch: listingSearchSettings(values),
    },
    metricsToken: values.METRICS_TOKEN,
    distDir: resolve(root, values.DIST_DIR),
    clientConfig,
  };
}

/** Both secrets or none, both in production; and there only HTTPS to the provider. */
function validatePaymentEnv(env: Readonly<Record<string, string | undefined>>): string[] {
  const { NODE_ENV, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = env;
  const production = NODE_ENV === 'production';
  const errors: string[] = [];
  if (!key && (production || secret)) errors.push('STRIPE_SECRET_KEY: falta');
  if (!secret && (production || key)) errors.push('STRIPE_WEBHOOK_SECRET: falta');
  if (production && env.STRIPE_API_ORIGIN && !env.STRIPE_API_ORIGIN.startsWith('https://'))
    errors.push('STRIPE_API_ORIGIN: debe empezar por https://');
  return errors;
}

function paymentsOf(values: z.infer<typeof environment>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey === null || webhookSecret === null) return null;
  return { secretKey, webhookSecret, apiOrigin: values.STRIPE_API_ORIGIN };
}

/** @throws ConfigError unless all three variables are set, or none */
function dkimOf(values: z.infer<typeof environment>) {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: privateKey } = values;
  if (domain === null && selector === null && privateKey === null) return null;
  if (domain === null || selector === null || privateKey === null) {
    throw new ConfigError(
      'La configuración no es válida:\n  DKIM_DOMAIN, DKIM_SELECTOR y DKIM_PRIVATE_KEY van juntas.',
    );
  }
  return { domain, selector, privateKey };
}
