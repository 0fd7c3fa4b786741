/** Starts the local environment: PostgreSQL, SMTP, and stand-ins of the hosted services. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import webPush from 'web-push';
import { channelsPath } from './channels/channels-html.ts';
import { channelDoubles } from './channels/plugin.ts';
import { lockDataDir } from './data-dir.ts';
import { emailjsStandin } from './emailjs/plugin.ts';
import { firestoreStandin } from './firestore/plugin.ts';
import { identityStandin } from './identity/plugin.ts';
import { loadSigningKeys } from './identity/signing-keys.ts';
import { landingPage, landingPath } from './landing/plugin.ts';
import { mailboxPlugin } from './mail/mailbox-plugin.ts';
import { createSmtpSender } from './mail/smtp-sender.ts';
import { startSmtpStandin } from './mail/smtp-server.ts';
import { type MarketControl, marketControlPage } from './market/control-page.ts';
import { marketPages, marketPagesPath } from './market/plugin.ts';
import { startPostgres } from './postgres.ts';
import { loadOrCreateSecret } from './secret-file.ts';
import { controlPath } from './stripe/control-html.ts';
import { stripeStandin } from './stripe/plugin.ts';

/** Not a real project: production rejects its tokens. */
export const projectId = 'vigia-local';

/** Public values: they are valid only for the stand-in. */
const stripeSecretKey = 'sk_local_vigia';
const stripeWebhookSecret = 'whsec_local_vigia';
const telegramBot = {
  token: '123456:local_vigia',
  name: 'vigia_local_bot',
  webhookSecret: 'local_vigia_telegram_webhook_secret',
};

export interface LocalEnvironment {
  /** The environment variables that production would have. */
  readonly env: Record<string, string>;
  /** The stand-ins, served on the product's origin. @param market null where this process has none */
  plugins(market: MarketControl | null): FastifyPluginAsync[];
  /** Paths of the pages for people. */
  readonly pages: {
    readonly mailbox: string;
    readonly payments: string;
    readonly channels: string;
  };
  close(): Promise<void>;
}

export interface LocalEnvironmentOptions {
  readonly dataDir: string;
  readonly port: number;
  /** Replaces the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly progress: (sentence: string) => void;
}

/** @throws DataDirUnusable, PostgresUnavailable, each with one Spanish sentence */
export async function startLocalEnvironment(
  options: LocalEnvironmentOptions,
): Promise<LocalEnvironment> {
  const { port, databaseUrl, progress } = options;
  const locked = await lockDataDir(options.dataDir);
  const dataDir = locked.path;
  // In order of starting; closed in reverse, so that the database stops last.
  const closeFunctions: (() => Promise<void>)[] = [() => locked.release()];
  const close = async () => {
    for (const closeOne of closeFunctions.splice(0).reverse()) await closeOne();
  };
  try {
    const database =
      databaseUrl === undefined || databaseUrl === ''
        ? await startPostgres({ dataDir, progress })
        : { url: databaseUrl, stop: async () => {} };
    closeFunctions.push(() => database.stop());
    const smtp = await startSmtpStandin({ dataDir });
    closeFunctions.push(() => smtp.close());
    const keys = await loadSigningKeys(dataDir);
    const sendMail = createSmtpSender({ url: smtp.url, from: 'Vigía <cuentas@vigia.example>' });
    const origin = `http://localhost:${port}`;
    const secret = (name: string) =>
      loadOrCreateSecret(join(dataDir, name), () => randomBytes(32).toString('hex'));
    // A new pair would end every subscription.
    const vapid: webPush.VapidKeys = JSON.parse(
      await loadOrCreateSecret(join(dataDir, 'vapid-keys.json'), () =>
        JSON.stringify(webPush.generateVAPIDKeys()),
      ),
    );
    return {
      env: {
        // The terminal shows what to open, not every request.
        LOG_LEVEL: 'warn',
        APP_ORIGIN: origin,
        DATABASE_URL: database.url,
        // No balancer waits for /health here.
        SHUTDOWN_DELAY_SECONDS: '0',
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_API_KEY: 'clave-local',
        FIREBASE_AUTH_DOMAIN: `localhost:${port}`,
        IDENTITY_ORIGIN: origin,
        IDENTITY_JWKS_URL: `http://127.0.0.1:${port}/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com`,
        IDENTITY_SCRIPT_URL: '/__local/gapi.js',
        IDENTITY_ADMIN_TOKEN: 'owner',
        FIRESTORE_HOST: `localhost:${port}`,
        FIRESTORE_ADMIN_TOKEN: 'owner',
        SMTP_URL: smtp.url,
        // On this machine, without a certificate.
        SMTP_REQUIRE_TLS: '0',
        MAIL_FROM: 'Vigía <avisos@vigia.example>',
        LINK_SECRET: await secret('link-secret'),
        CHANNELS_KEY: await secret('channels-key'),
        VAPID_PUBLIC_KEY: vapid.publicKey,
        VAPID_PRIVATE_KEY: vapid.privateKey,
        TELEGRAM_BOT_TOKEN: telegramBot.token,
        TELEGRAM_BOT_NAME: telegramBot.name,
        TELEGRAM_WEBHOOK_SECRET: telegramBot.webhookSecret,
        TELEGRAM_API_ORIGIN: origin,
        TELEGRAM_LINK_ORIGIN: `${origin}${channelsPath}/telegram`,
        EMAILJS_ORIGIN: origin,
        EMAILJS_PUBLIC_KEY: 'clave-publica-local',
        EMAILJS_SERVICE_ID: 'servicio_local',
        EMAILJS_TEMPLATE_ID: 'plantilla_contacto',
        SUPPORT_EMAIL: 'soporte@vigia.example',
        LANDING_URL: `${origin}${landingPath}`,
        MARKET_PAGE_URL: `${origin}${marketPagesPath}/{id}`,
        STRIPE_API_ORIGIN: origin,
        STRIPE_SECRET_KEY: stripeSecretKey,
        STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      },
      pages: { mailbox: '/__local/buzon', payments: controlPath, channels: channelsPath },
      plugins: (market) => [
        (app) => identityStandin(app, { dataDir, projectId, keys, sendMail }),
        (app) => firestoreStandin(app, { dataDir, projectId, keys }),
        (app) => emailjsStandin(app, { sendMail }),
        (app) => mailboxPlugin(app, { mailbox: smtp.mailbox }),
        landingPage,
        marketPages,
        marketControlPage(market),
        (app) =>
          channelDoubles(app, {
            origin,
            telegram: { ...telegramBot, webhookUrl: `${origin}/api/telegram/webhook` },
          }),
        (app) =>
          stripeStandin(app, {
            dataDir,
            origin,
            secretKey: stripeSecretKey,
            webhook: { url: `${origin}/api/billing/webhook`, secret: stripeWebhookSecret },
          }),
      ],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
