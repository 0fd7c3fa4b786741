/** Debian's nginx with the configuration of `deploy/`, on free ports of loopback. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/support/local-app.ts';
import { canConnect, retryUntil } from '#tests/support/retry-until.ts';
import { stopProcess } from '#tests/support/stop-process.ts';
import type { Certificate } from './certificate.ts';

const site = fileURLToPath(new URL('../../deploy/nginx/vigia.conf', import.meta.url));

export interface ReverseProxy {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** @param appPort where Vigía listens; waits until nginx accepts connections */
  start(appPort: number): Promise<void>;
  close(): Promise<void>;
}

/** @param dir for its files; the ports are known before it starts, for the app's public address */
export async function prepareNginx(dir: string, tls: Certificate): Promise<ReverseProxy> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  let close = async () => {};
  return {
    httpPort,
    httpsPort,
    async start(appPort) {
      writeFileSync(
        join(dir, 'vigia.conf'),
        readFileSync(site, 'utf8')
          .replaceAll('/etc/ssl/vigia/fullchain.pem', tls.certificate)
          .replaceAll('/etc/ssl/vigia/key.pem', tls.key)
          .replaceAll('vigia.example', 'localhost')
          .replace('127.0.0.1:5173', `127.0.0.1:${appPort}`)
          .replace(/listen 80;/, `listen 127.0.0.1:${httpPort};`)
          .replace(/listen 443 /, `listen 127.0.0.1:${httpsPort} `)
          .replaceAll(/listen \[::\].*;/g, ''),
      );
      const main = join(dir, 'nginx.conf');
      writeFileSync(
        main,
        `daemon off; pid ${dir}/nginx.pid; error_log ${dir}/nginx-error.log; events {}
         http { access_log off; include ${dir}/vigia.conf; }`,
      );
      const child = spawn('nginx', ['-c', main], { stdio: 'ignore' });
      close = () => stopProcess(child, 'SIGTERM');
      await retryUntil(() => canConnect(httpsPort));
    },
    close: () => close(),
  };
}
