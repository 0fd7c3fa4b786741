/** The production server as an operator starts it, on a database of its own. Google's hosts are named but never reached. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from '#standins/postgres.ts';
import { freePort } from '#tests/support/local-app.ts';
import type { Served } from './floor.ts';

export async function serveProduction(dataDir: string): Promise<Served> {
  const postgres = await startPostgres({ dataDir, progress: () => {} });
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: 'localhost',
      PORT: String(port),
      APP_ORIGIN: origin,
      DATABASE_URL: postgres.url,
      IDENTITY_PROJECT_ID: 'vigia-medida',
      IDENTITY_API_KEY: 'clave-de-medida',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'Vigía <avisos@vigia.test>',
      STRIPE_SECRET_KEY: 'sk_test_nunca_usada',
      STRIPE_WEBHOOK_SECRET: 'whsec_nunca_usado',
      LINK_SECRET: 'una-clave-que-solo-sirve-para-medir-la-carga',
      EMAILJS_PUBLIC_KEY: 'publica',
      EMAILJS_SERVICE_ID: 'servicio',
      EMAILJS_TEMPLATE_ID: 'plantilla',
      SUPPORT_EMAIL: 'ayuda@vigia.test',
      LANDING_URL: 'https://vigia.test',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => chunk.includes('"ready"') && resolve());
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  server.removeAllListeners('exit');
  return {
    origin,
    async close() {
      const left = once(server, 'exit');
      server.kill('SIGTERM');
      await left;
      await postgres.stop();
    },
  };
}
