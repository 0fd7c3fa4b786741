/**
 * `npm run dev`: the same backend and stand-ins behind Vite, so that a saved file shows at once.
 * Vite answers on PORT and passes what is not the SPA's to the backend on a port of its own.
 */
import { once } from 'node:events';
import { createServer as createDoor } from 'node:http';
import { createServer as createProbe } from 'node:net';
import { createServer, type Plugin } from 'vite';

const port = Number(process.env.PORT || 5173);
const backendPort = await freePort();
const origin = `http://localhost:${port}`;
const backend = `http://localhost:${backendPort}`;

// The page's origin is Vite's: links in mails, the identity popup and documents must name it.
const addresses = {
  APP_ORIGIN: origin,
  IDENTITY_ORIGIN: origin,
  IDENTITY_AUTH_DOMAIN: `localhost:${port}`,
  DOCUMENTS_HOST: `localhost:${port}`,
  EMAILJS_ORIGIN: origin,
  LANDING_URL: origin,
};
Object.assign(process.env, addresses, { PORT: String(backendPort) });

const programs = [
  '/api',
  '/health',
  '/metrics',
  '/__local',
  '/v1',
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
  '/emulator',
  '/service_accounts',
];

/** What the backend writes into the head of its page, written into Vite's too. */
const configuredPage: Plugin = {
  name: 'vigia-configured-page',
  async transformIndexHtml(html) {
    const page = await (await fetch(backend)).text();
    const inserted = /<head[^>]*>([\s\S]*?)<meta charset/i.exec(page)?.[1] ?? '';
    return html.replace(/<head>/i, `<head>${inserted}`);
  },
};

await import('./main.ts');

// A server of our own around it: Vite's would end the process at a signal, before the database has stopped.
const door = createDoor();
const vite = await createServer({
  plugins: [configuredPage],
  server: {
    middlewareMode: true,
    hmr: { server: door },
    proxy: Object.fromEntries(programs.map((path) => [path, { target: backend }])),
  },
});
door.on('request', vite.middlewares);
door.listen(port, 'localhost');
await once(door, 'listening');
process.stdout.write(`Vigía en desarrollo: ${origin}\n`);

async function freePort(): Promise<number> {
  const probe = createProbe();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('no loopback port');
  return address.port;
}
