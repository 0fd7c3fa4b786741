/** Parses the environment variables into the configuration, and lists all faults at once. */
import type { ClientConfig } from '#contract/client-config.ts';
import type { DatabaseUrls } from '../db/assert-sessions-work.ts';
import type { ChannelsConfig, TelegramBot, VapidKeys } from '../delivery/channels-config.ts';
import type { LinkSecrets } from '../mail/signed-links.ts';
import type { PageSettings } from '../market-model/market-page.ts';
import type { HttpSettings } from '../marketplaces/create-marketplace.ts';
import { crossChecks } from './cross-checks.ts';
import type { ConfigFault } from './faults.ts';
import { distFolder, fileChecks, loadMarketFile, mappingRules } from './file-checks.ts';
import type { Environment } from './read-environment.ts';
import { type Values, type VariableName, variables } from './variables.ts';

/** The faults of the configuration, one line each: `PORT: debe ser un número entero entre 1 y 65535`. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly ConfigFault[]) {
    const lines = faults.map(({ variable, sentence }) => `${variable}: ${sentence}`);
    super(`La configuración no es válida:\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.faults = lines;
  }
}

export type Config = ReturnType<typeof loadConfig>;

/**
 * @param env `process.env`, which only the entry points read; an empty variable counts as absent
 * @throws ConfigError
 */
export function loadConfig(env: Environment, version: string) {
  const values = parseVariables(env);
  const clientConfig: ClientConfig = {
    version,
    firebase: {
      apiKey: values.FIREBASE_API_KEY,
      authDomain: values.FIREBASE_AUTH_DOMAIN ?? `${values.FIREBASE_PROJECT_ID}.firebaseapp.com`,
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
    localMailbox: null as string | null,
  };
  return {
    production: values.NODE_ENV === 'production',
    role: values.ROLE,
    host: values.HOST,
    port: values.PORT,
    appOrigin: values.APP_ORIGIN,
    databaseUrl: values.DATABASE_URL,
    databaseSessionUrl: values.DATABASE_SESSION_URL ?? values.DATABASE_URL,
    databaseConnections: values.DATABASE_POOL_SIZE,
    nats: values.EVENTS_URL,
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
      requireTls: values.SMTP_REQUIRE_TLS,
      ehloName: values.SMTP_EHLO_NAME,
      from: values.MAIL_FROM,
      perSecond: values.MAIL_PER_SECOND,
      connections: values.MAIL_CONNECTIONS,
      dkim: dkimOf(values),
    },
    payments: paymentsOf(values),
    linkSecrets: linkSecretsOf(values),
    channels: channelsOf(values),
    market: {
      adapter: values.MARKET,
      file: values.REPLAY_PRICES_FILE ?? undefined,
      collectibles: values.REPLAY_COLLECTIBLES_FILE ?? undefined,
      currency: values.MARKET_CURRENCY,
      speed: values.MARKET_SPEED,
      paused: values.MARKET_PAUSED,
      seed: values.MARKET_SEED,
      http: httpOf(values, env),
      pushEveryMs: values.MARKET_PUSH_INTERVAL_SECONDS * 1_000,
      pages: pagesOf(values),
    },
    metricsToken: values.METRICS_TOKEN,
    distDir: distFolder(values.DIST_DIR),
    clientConfig,
  };
}

/** Before anything starts that would set the others. @throws ConfigError for the variables that are set */
export function checkSetVariables(env: Environment): void {
  const faults = parseEach(env).faults.filter(({ variable }) => env[variable] !== undefined);
  if (faults.length > 0) throw new ConfigError(faults);
}

/** What a command needs that only reaches the database. @throws ConfigError for these two variables */
export function loadDatabaseUrls(env: Environment): DatabaseUrls {
  const { values, faults } = parseEach(env);
  const own = faults.filter(({ variable }) => databaseVariables.has(variable));
  if (own.length > 0) throw new ConfigError(own);
  const { DATABASE_URL: databaseUrl, DATABASE_SESSION_URL: sessionUrl } = values as Values;
  return { databaseUrl, databaseSessionUrl: sessionUrl ?? databaseUrl };
}

const databaseVariables = new Set<VariableName>(['DATABASE_URL', 'DATABASE_SESSION_URL']);

/** Every variable by itself first; then the checks across variables, which skip those with a fault. @throws ConfigError */
function parseVariables(env: Environment): Values {
  const { values, faults } = parseEach(env);
  for (const check of [...crossChecks, ...fileChecks]) faults.push(...check(values, env));
  if (faults.length > 0) throw new ConfigError(faults);
  return values as Values;
}

function parseEach(env: Environment): { values: Partial<Values>; faults: ConfigFault[] } {
  const values: Record<string, unknown> = {};
  const faults: ConfigFault[] = [];
  for (const [name, type] of Object.entries(variables)) {
    const text = env[name] === '' ? undefined : env[name];
    const parsed = type.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else {
      const sentence = text === undefined ? 'falta' : (parsed.error.issues[0]?.message ?? '');
      faults.push({ variable: name as VariableName, sentence });
    }
  }
  return { values, faults };
}

function paymentsOf(values: Values) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey === null || webhookSecret === null) return null;
  return { secretKey, webhookSecret, apiOrigin: values.STRIPE_API_ORIGIN };
}

function linkSecretsOf({
  LINK_SECRET: current,
  LINK_SECRET_PREVIOUS: previous,
}: Values): LinkSecrets {
  return previous === null ? [current] : [current, previous];
}

/** null without CHANNELS_KEY: alerts are sent by mail alone. */
function channelsOf(values: Values): ChannelsConfig | null {
  const { CHANNELS_KEY: current, CHANNELS_KEY_PREVIOUS: previous } = values;
  if (current === null) return null;
  return {
    secrets: previous === null ? [current] : [current, previous],
    vapid: vapidOf(values),
    telegram: telegramOf(values),
    allowLocal: values.NODE_ENV !== 'production',
    pushServices: values.PUSH_SERVICES,
  };
}

function vapidOf(values: Values): VapidKeys | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values;
  if (publicKey === null || privateKey === null) return null;
  return { publicKey, privateKey, subject: `mailto:${values.SUPPORT_EMAIL}` };
}

function telegramOf(values: Values): TelegramBot | null {
  const {
    TELEGRAM_BOT_TOKEN: token,
    TELEGRAM_BOT_NAME: name,
    TELEGRAM_WEBHOOK_SECRET: webhookSecret,
  } = values;
  if (token === null || name === null || webhookSecret === null) return null;
  const { TELEGRAM_API_ORIGIN: apiOrigin, TELEGRAM_LINK_ORIGIN: linkOrigin } = values;
  return { token, name, webhookSecret, apiOrigin, linkOrigin };
}

function dkimOf(values: Values) {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: privateKey } = values;
  if (domain === null || selector === null || privateKey === null) return null;
  return { domain, selector, privateKey };
}

function pagesOf({ MARKET_PAGE_URL: template, MARKET_PAGE_HOSTS: hosts }: Values): PageSettings {
  return { template, origins: template === null ? hosts : [...hosts, new URL(template).origin] };
}

/** @returns undefined where no mapping file is read */
function httpOf(values: Values, env: Environment): HttpSettings | undefined {
  const loaded = loadMarketFile(values, env);
  return loaded !== null && 'sources' in loaded
    ? { sources: loaded.sources, rules: mappingRules(values, env) }
    : undefined;
}
