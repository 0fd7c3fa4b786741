/** Checks across variables: what one requires of another, and what only production requires. */
import { listed } from '#domain/intl-formats.ts';
import type { ConfigCheck, ConfigFault } from './faults.ts';
import type { VariableName } from './variables.ts';

const missing = (variable: VariableName, why = ''): ConfigFault => ({
  variable,
  sentence: `falta${why}`,
});

const linkSecrets: ConfigCheck = ({ LINK_SECRET, LINK_SECRET_PREVIOUS }) =>
  LINK_SECRET !== undefined && LINK_SECRET === LINK_SECRET_PREVIOUS
    ? [{ variable: 'LINK_SECRET_PREVIOUS', sentence: 'debe ser distinta de LINK_SECRET' }]
    : [];

/** All of them or none. */
const together =
  (...names: readonly VariableName[]): ConfigCheck =>
  (values) => {
    if (names.every((name) => values[name] === null)) return [];
    return names
      .filter((name) => values[name] === null)
      .map((name) => missing(name, `: ${listed(names)} van juntas`));
  };

const dkim = together('DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY');
const vapid = together('VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY');
const telegram = together('TELEGRAM_BOT_TOKEN', 'TELEGRAM_BOT_NAME', 'TELEGRAM_WEBHOOK_SECRET');

/** Everything about channels is encrypted with it. */
const channelsKey: ConfigCheck = ({
  CHANNELS_KEY: key,
  CHANNELS_KEY_PREVIOUS: previous,
  VAPID_PUBLIC_KEY: vapidKey,
  TELEGRAM_BOT_TOKEN: botToken,
}) => [
  ...(key === null && [previous, vapidKey, botToken].some((value) => typeof value === 'string')
    ? [missing('CHANNELS_KEY', ', que cifra los ajustes de los canales')]
    : []),
  ...(typeof key === 'string' && key === previous
    ? [
        {
          variable: 'CHANNELS_KEY_PREVIOUS' as const,
          sentence: 'debe ser distinta de CHANNELS_KEY',
        },
      ]
    : []),
];

/** Both secrets or none, and both in production. */
const payments: ConfigCheck = ({
  NODE_ENV,
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
}) => {
  const isProduction = NODE_ENV === 'production';
  return [
    ...(key === null && (isProduction || webhookSecret !== null)
      ? [missing('STRIPE_SECRET_KEY')]
      : []),
    ...(webhookSecret === null && (isProduction || key !== null)
      ? [missing('STRIPE_WEBHOOK_SECRET')]
      : []),
  ];
};

/** Test keys take no money and live ones do: in production neither is used by mistake. */
const paymentMode: ConfigCheck = ({ NODE_ENV, STRIPE_SECRET_KEY: key, STRIPE_TEST_MODE }) => {
  if (NODE_ENV !== 'production' || !key || STRIPE_TEST_MODE === undefined) return [];
  const isTestKey = /^[sr]k_test_/.test(key);
  if (isTestKey === STRIPE_TEST_MODE) return [];
  const sentence = isTestKey
    ? 'es una clave de pruebas, que solo vale con STRIPE_TEST_MODE=1'
    : 'es una clave de cobros reales, que no vale con STRIPE_TEST_MODE=1';
  return [{ variable: 'STRIPE_SECRET_KEY', sentence }];
};

/** Addresses in pages and mails. */
const publicAddresses = ['APP_ORIGIN', 'LANDING_URL'] as const;
/** Where tokens and personal data go; on this machine there is nobody on the path. */
const serviceAddresses = [
  'IDENTITY_ORIGIN',
  'IDENTITY_JWKS_URL',
  'IDENTITY_SCRIPT_URL',
  'STRIPE_API_ORIGIN',
  'EMAILJS_ORIGIN',
  'TELEGRAM_API_ORIGIN',
  'TELEGRAM_LINK_ORIGIN',
] as const;

const unencrypted = (variable: VariableName): ConfigFault => ({
  variable,
  sentence: 'en producción debe empezar por https://',
});
const isUnencrypted = (url: string | null | undefined) => url?.startsWith('http://') === true;
const isLoopback = (url: string) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

const encryption: ConfigCheck = (values) => {
  if (values.NODE_ENV !== 'production') return [];
  const { FIRESTORE_HOST: firestore, FIRESTORE_SSL } = values;
  const faults: ConfigFault[] = publicAddresses
    .filter((variable) => isUnencrypted(values[variable]))
    .map(unencrypted);
  for (const variable of serviceAddresses) {
    const url = values[variable];
    if (url && isUnencrypted(url) && !isLoopback(url))
      faults.push({
        variable,
        sentence: 'en producción debe empezar por https://, o ser de esta máquina',
      });
  }
  if (firestore && FIRESTORE_SSL === false && !isLoopback(`http://${firestore}`))
    faults.push({
      variable: 'FIRESTORE_SSL',
      sentence: 'en producción debe ser 1, si FIRESTORE_HOST no es de esta máquina',
    });
  return faults;
};

/** Users follow these links. */
const marketPages: ConfigCheck = ({
  NODE_ENV,
  MARKET_PAGE_URL: template,
  MARKET_PAGE_HOSTS: hosts,
}) =>
  NODE_ENV !== 'production'
    ? []
    : [
        ...(isUnencrypted(template) ? [unencrypted('MARKET_PAGE_URL')] : []),
        ...(hosts?.some(isUnencrypted) ? [unencrypted('MARKET_PAGE_HOSTS')] : []),
      ];

/** What the chosen market requires. */
const market: ConfigCheck = (values) => {
  if (values.MARKET === 'replay') {
    const files = ['REPLAY_PRICES_FILE', 'REPLAY_COLLECTIBLES_FILE'] as const;
    return files
      .filter((variable) => values[variable] === null)
      .map((variable) => missing(variable, ', porque MARKET es replay'));
  }
  return values.MARKET === 'http' && values.MARKET_FILE === null
    ? [missing('MARKET_FILE', ', porque MARKET es http')]
    : [];
};

export const crossChecks: readonly ConfigCheck[] = [
  linkSecrets,
  dkim,
  channelsKey,
  vapid,
  telegram,
  payments,
  paymentMode,
  encryption,
  marketPages,
  market,
];
