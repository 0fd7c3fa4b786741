/** The production server as an operator starts it: every variable given, Google's hosts named. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './local-app.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningProduction {
  readonly origin: string;
  close(): Promise<void>;
}

/** @param more variables beside or instead of the usual ones */
export async function startProduction({
  databaseUrl,
  more = {},
}: {
  readonly databaseUrl: string;
  readonly more?: Readonly<Record<string, string>>;
}): Promise<RunningProduction> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = startServer({
    NODE_ENV: 'production',
    HOST: 'localhost',
    PORT: String(port),
    APP_ORIGIN: origin,
    DATABASE_URL: databaseUrl,
    IDENTITY_PROJECT_ID: 'vigia-produccion',
    IDENTITY_API_KEY: 'clave-de-produccion',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Vigía <avisos@vigia.test>',
    STRIPE_SECRET_KEY: 'sk_test_nunca_usada',
    STRIPE_WEBHOOK_SECRET: 'whsec_nunca_usado',
    LINK_SECRET: 'una-clave-que-solo-sirve-para-esta-prueba',
    EMAILJS_PUBLIC_KEY: 'publica',
    EMAILJS_SERVICE_ID: 'servicio',
    EMAILJS_TEMPLATE_ID: 'plantilla',
    SUPPORT_EMAIL: 'ayuda@vigia.test',
    LANDING_URL: 'https://vigia.test',
    ...more,
  });
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (chunk: Buffer) => chunk.includes('"ready"') && resolve());
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  server.removeAllListeners('exit');
  return {
    origin,
    async close() {
      if (server.exitCode !== null) return;
      const left = once(server, 'exit');
      server.kill('SIGTERM');
      await left;
    },
  };
}

/** Nothing of this shell's environment but where programs are. */
export const startServer = (env: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
