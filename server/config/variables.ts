/** All environment variables, their types and defaults; one without a default is required. What they mean: docs/operations.md. */

import type * as z from 'zod';
import { isSigningKey, unescapePem } from '../delivery/mail/dkim-key.ts';
import { defaultConnections } from '../delivery/mail/mail-config.ts';
import { parseSender } from '../delivery/mail/sender.ts';
import { parseOrigins } from '../marketplaces/http/allowed-origins.ts';
import { parseRanges } from '../outgoing/ssrf-guard.ts';
import * as type from './variable-types.ts';

const { optional } = type;

const hosts = type
  .parsedText(
    'debe ser una lista de servidores separados por comas, por ejemplo mercado.example',
    (text) => parseOrigins(text) ?? undefined,
  )
  .default([]);

export const variables = {
  NODE_ENV: type.oneOf('production', 'development', 'test').default('development'),
  ROLE: type.oneOf('all', 'api', 'worker', 'mail').default('all'),
  HOST: type.listenAddress.default('127.0.0.1'),
  PORT: type.integer(1, 65_535).default(5173),
  LOG_LEVEL: type.oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info'),
  DIST_DIR: type.singleLine.default('dist'),
  METRICS_TOKEN: optional(type.secret(16)),
  MAX_LIVE_STREAMS: type.integer(1, 1_000_000).default(20_000),
  SHUTDOWN_DELAY_SECONDS: type.integer(0, 300).default(5),

  APP_ORIGIN: type.webOrigin,
  LANDING_URL: type.webAddress,
  SUPPORT_EMAIL: type.emailAddress,

  DATABASE_URL: type.postgresUrl,
  DATABASE_SESSION_URL: optional(type.postgresUrl),
  EVENTS_URL: optional(type.natsServers),
  DATABASE_POOL_SIZE: type.integer(2, 1_000).default(20),

  FIREBASE_PROJECT_ID: type.word,
  FIREBASE_API_KEY: type.word,
  FIREBASE_APP_ID: type.word.default('vigia'),
  FIREBASE_AUTH_DOMAIN: optional(type.hostWithPort),
  IDENTITY_ORIGIN: optional(type.webOrigin),
  IDENTITY_JWKS_URL: type.webAddress.default(
    'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  ),
  IDENTITY_SCRIPT_URL: optional(type.scriptAddress),
  IDENTITY_ADMIN_TOKEN: optional(type.word),
  FIRESTORE_HOST: optional(type.hostWithPort),
  FIRESTORE_SSL: type.flag.default(false),
  FIRESTORE_ADMIN_TOKEN: optional(type.word),

  SMTP_URL: type.smtpUrl,
  SMTP_REQUIRE_TLS: type.flag.default(true),
  SMTP_EHLO_NAME: optional(type.ehloName),
  MAIL_FROM: type.matchingText(
    'debe ser una dirección, con nombre o sin él, por ejemplo Vigía <avisos@vigia.example>',
    (text) => parseSender(text) !== null,
  ),
  MAIL_PER_SECOND: optional(type.integer(1, 100_000)),
  MAIL_CONNECTIONS: type.integer(1, 200).default(defaultConnections),
  DKIM_DOMAIN: optional(type.domain),
  DKIM_SELECTOR: optional(type.domain),
  DKIM_PRIVATE_KEY: optional(
    type.parsedText(
      'debe ser una clave privada RSA en PEM, con «\\n» por cada salto de línea si hace falta',
      (text) => (isSigningKey(unescapePem(text)) ? unescapePem(text) : undefined),
    ),
  ),
  LINK_SECRET: type.secret(32),
  LINK_SECRET_PREVIOUS: optional(type.secret(32)),
  CHANNELS_KEY: optional(type.secret(32)),
  CHANNELS_KEY_PREVIOUS: optional(type.secret(32)),
  VAPID_PUBLIC_KEY: optional(
    type.matchingText('debe ser la clave pública de «npm run admin -- vapid»', /^[\w-]{87}$/),
  ),
  VAPID_PRIVATE_KEY: optional(
    type.matchingText('debe ser la clave privada de «npm run admin -- vapid»', /^[\w-]{43}$/),
  ),
  PUSH_SERVICES: hosts,
  TELEGRAM_BOT_TOKEN: optional(
    type.matchingText(
      'debe ser el token que da @BotFather: «123456:ABC…»',
      /^\d{3,20}:[\w-]{10,100}$/,
    ),
  ),
  TELEGRAM_BOT_NAME: optional(
    type.matchingText('debe ser el nombre del bot, sin «@»', /^\w{5,32}$/),
  ),
  TELEGRAM_WEBHOOK_SECRET: optional(
    type.matchingText(
      'debe tener de 32 a 256 letras, cifras, «_» o «-», por ejemplo «openssl rand -hex 32»',
      /^[\w-]{32,256}$/,
    ),
  ),
  TELEGRAM_API_ORIGIN: type.webOrigin.default('https://api.telegram.org'),
  TELEGRAM_LINK_ORIGIN: type.webAddress.default('https://t.me'),
  /** Read by Node itself, which would only warn. */
  NODE_EXTRA_CA_CERTS: optional(type.singleLine),

  STRIPE_SECRET_KEY: optional(
    type.matchingText(
      'debe ser una clave secreta de Stripe: empieza por «sk_» o «rk_»',
      /^[sr]k_\w+$/,
    ),
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    type.matchingText(
      'debe ser el secreto de firma del webhook: empieza por «whsec_»',
      /^whsec_\w+$/,
    ),
  ),
  STRIPE_TEST_MODE: type.flag.default(false),
  STRIPE_API_ORIGIN: optional(type.webOrigin),

  EMAILJS_ORIGIN: optional(type.webOrigin),
  EMAILJS_PUBLIC_KEY: type.word,
  EMAILJS_SERVICE_ID: type.word,
  EMAILJS_TEMPLATE_ID: type.word,

  MARKET: type.oneOf('demo', 'replay', 'http', 'push').default('demo'),
  MARKET_CURRENCY: type
    .matchingText('debe ser un código ISO 4217, por ejemplo USD', /^[A-Z]{3}$/)
    .default('USD'),
  MARKET_SPEED: type.parsedText('debe ser un número mayor que 0 o «max»', parseSpeed).default(1),
  MARKET_PAUSED: type.flag.default(false),
  MARKET_SEED: type.singleLine.default('vigia'),
  MARKET_PAGE_URL: optional(
    type.matchingText(
      'debe ser una dirección completa con «{id}» en su ruta, por ejemplo https://mercado.example/articulo/{id}',
      isPageTemplate,
    ),
  ),
  MARKET_PAGE_HOSTS: hosts,
  REPLAY_PRICES_FILE: optional(type.singleLine),
  REPLAY_COLLECTIBLES_FILE: optional(type.singleLine),

  MARKET_FILE: optional(type.singleLine),
  MARKET_ALLOWED_HOSTS: hosts,
  MARKET_ALLOWED_ADDRESSES: type
    .parsedText(
      'debe ser una lista de direcciones IP o rangos CIDR separados por comas',
      (text) => parseRanges(text) ?? undefined,
    )
    .default([]),
  MARKET_PUSH_INTERVAL_SECONDS: type.integer(10, 604_800).default(300),
};

export type VariableName = keyof typeof variables;
export type Values = { readonly [Name in VariableName]: z.output<(typeof variables)[Name]> };

function parseSpeed(text: string): number | 'max' | undefined {
  if (text === 'max') return 'max';
  const speed = Number(text);
  return /^\d{1,9}(\.\d{1,9})?$/.test(text) && speed > 0 ? speed : undefined;
}

/** Of one origin, whatever the id. */
function isPageTemplate(text: string): boolean {
  const [one, other] = ['a', 'b'].map((id) => text.replaceAll('{id}', id));
  return (
    one !== other &&
    [one, other].every((url) => type.webAddress.safeParse(url).success) &&
    new URL(one ?? '').origin === new URL(other ?? '').origin
  );
}
