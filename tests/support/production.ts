/** Starts the server in production mode, with every required environment variable. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './local-app.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningProduction {
  readonly origin: string;
  readonly process: ChildProcess;
  close(): Promise<void>;
}

/** @param more variables that extend or override the usual ones. @throws if the server exits before it is ready */
export async function startProduction({
  databaseUrl,
  extraEnv = {},
}: {
  readonly databaseUrl: string;
  readonly extraEnv?: Readonly<Record<string, string>>;
}): Promise<RunningProduction> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = startServer({
    NODE_ENV: 'production',
    HOST: 'localhost',
    PORT: String(port),
    APP_ORIGIN: origin,
    DATABASE_URL: databaseUrl,
    FIREBASE_PROJECT_ID: 'vigia-produccion',
    FIREBASE_API_KEY: 'clave-de-produccion',
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
    SHUTDOWN_DELAY_SECONDS: '0',
    ...extraEnv,
  });
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (chunk: Buffer) => chunk.includes('"ready"') && resolve());
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  server.removeAllListeners('exit');
  return {
    origin,
    process: server,
    async close() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const left = once(server, 'exit');
      server.kill('SIGTERM');
      await left;
    },
  };
}

/** Inherits nothing of this shell's environment but PATH. */
export const startServer = (env: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
