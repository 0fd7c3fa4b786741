/** A configuration of channels in which every kind is set up. */
import webPush from 'web-push';

const { publicKey, privateKey } = webPush.generateVAPIDKeys();

/** @param servicesOrigin where Telegram's double is */
export const testChannels = (servicesOrigin: string) => ({
  secrets: ['un-secreto-de-canales-solo-de-pruebas'] as const,
  vapid: { publicKey, privateKey, subject: 'mailto:ayuda@vigia.test' },
  telegram: {
    token: '123456:token-solo-de-pruebas',
    name: 'vigia_test_bot',
    webhookSecret: 'secreto-del-webhook-solo-de-pruebas',
    apiOrigin: servicesOrigin,
    linkOrigin: `${servicesOrigin}/t.me`,
  },
  allowLocal: true,
  pushServices: [],
});
