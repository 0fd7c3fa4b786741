/** A client configuration without any hosted service. */
import type { ClientConfig } from '#contract/client-config.ts';

export const clientConfigSample: ClientConfig = {
  version: 'test',
  firebase: { apiKey: '', authDomain: '', projectId: '', appId: '' },
  identityOrigin: null,
  documents: null,
  emailjs: { origin: null, publicKey: '', serviceId: '', templateId: '', toEmail: '' },
  landingUrl: '/',
  supportEmail: 'ayuda@vigia.example',
  localMailbox: null,
};
