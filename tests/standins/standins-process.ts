/** Process with stand-ins, for tests that kill it: `node standins-process.ts <folder>`. */
import Fastify from 'fastify';
import { firestoreStandin } from '#standins/firestore/plugin.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import { mailboxPlugin } from '#standins/mail/mailbox-plugin.ts';
import { startSmtpStandin } from '#standins/mail/smtp-server.ts';

const dataDir = process.argv[2];
if (!dataDir) throw new Error('usage: standins-process.ts <folder>');

const projectId = 'demo-vigia';
const keys = await loadSigningKeys(dataDir);
const smtp = await startSmtpStandin({ dataDir });
const app = Fastify();
await app.register(firestoreStandin, { dataDir, projectId, keys });
await app.register(mailboxPlugin, { mailbox: smtp.mailbox });
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ origin, smtp: smtp.url }));

// Exits with its parent; a leftover process would keep the folder in use.
process.stdin.on('end', () => process.exit(0)).resume();
