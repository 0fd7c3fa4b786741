/** The stand-ins of the identity service and the document database on a port, and the client's configuration for them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import type { ClientConfig } from '#contract/client-config.ts';
import { firestoreStandin } from '#standins/firestore/plugin.ts';
import { identityStandin } from '#standins/identity/plugin.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';

const projectId = 'vigia-test';

export interface HostedServices {
  readonly config: ClientConfig;
  close(): Promise<void>;
}

export async function startHostedServices(): Promise<HostedServices> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigia-hosted-'));
  const keys = await loadSigningKeys(dataDir);
  const app = Fastify();
  await app.register(identityStandin, { dataDir, projectId, keys, sendMail: async () => {} });
  await app.register(firestoreStandin, { dataDir, projectId, keys });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    config: clientConfigFor(origin),
    async close() {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const clientConfigFor = (origin: string): ClientConfig => ({
  version: 'test',
  firebase: { apiKey: 'clave', authDomain: 'localhost', projectId, appId: 'vigia' },
  identityOrigin: origin,
  documents: { host: new URL(origin).host, ssl: false },
  emailjs: { origin: null, publicKey: '', serviceId: '', templateId: '', toEmail: '' },
  landingUrl: origin,
  supportEmail: 'ayuda@vigia.example',
  localMailbox: null,
});
