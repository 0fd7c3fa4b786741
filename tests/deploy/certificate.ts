/** A self-signed certificate for this machine's loopback names, as an operator without a public name has. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface Certificate {
  /** Paths of PEM files. */
  readonly certificate: string;
  readonly key: string;
}

/** @param dir gets `fullchain.pem` and `key.pem` @throws where OpenSSL is not installed */
export function createCertificate(dir: string): Certificate {
  const files = { certificate: join(dir, 'fullchain.pem'), key: join(dir, 'key.pem') };
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  execFileSync(
    'openssl',
    [...request, '-subj', '/CN=localhost', '-addext', names].concat([
      '-keyout',
      files.key,
      '-out',
      files.certificate,
    ]),
    { stdio: 'ignore' },
  );
  return files;
}
