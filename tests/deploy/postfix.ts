/** Debian's Postfix as a relay of its own, with TLS, that hands everything on to another SMTP server. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/local-app.ts';
import { canConnect, retryUntil } from '#tests/support/retry-until.ts';
import type { Certificate } from './certificate.ts';

export interface Postfix {
  /** With STARTTLS; the host name is the certificate's. */
  readonly url: string;
  close(): void;
}

/** Lines of master.cf: name, type, private, unprivileged, chroot, wake-up time, process limit, command. */
const services = `
pickup    unix       n - n 60    1 pickup
cleanup   unix       n - n -     0 cleanup
qmgr      unix       n - n 300   1 qmgr
tlsmgr    unix       - - n 1000? 1 tlsmgr
rewrite   unix       - - n -     - trivial-rewrite
bounce    unix       - - n -     0 bounce
defer     unix       - - n -     0 bounce
trace     unix       - - n -     0 bounce
proxymap  unix       - - n -     - proxymap
smtp      unix       - - n -     - smtp
relay     unix       - - n -     - smtp
error     unix       - - n -     - error
retry     unix       - - n -     - error
anvil     unix       - - n -     1 anvil
scache    unix       - - n -     1 scache
postlog   unix-dgram n - n -     1 postlogd
`;

/** @param nextHop port on loopback of the server that gets the mails @throws where Postfix is not installed, or not as root */
export async function startPostfix(nextHop: number, tls: Certificate): Promise<Postfix> {
  // Outside the trial's folder: Postfix wants the parents of its queue to be root's, and short paths for its sockets.
  const dir = mkdtempSync(join(tmpdir(), 'vigia-postfix-'));
  chmodSync(dir, 0o755);
  const port = await freePort();
  for (const name of ['etc', 'queue', 'data']) mkdirSync(join(dir, name));
  execFileSync('chown', ['postfix', join(dir, 'data')]);
  const main = {
    compatibility_level: '3.6',
    queue_directory: join(dir, 'queue'),
    data_directory: join(dir, 'data'),
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: 'relay.vigia.example',
    mydestination: '',
    relayhost: `[127.0.0.1]:${nextHop}`,
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    smtpd_tls_security_level: 'encrypt',
    smtpd_tls_cert_file: tls.certificate,
    smtpd_tls_key_file: tls.key,
    maillog_file: join(dir, 'log'),
    maillog_file_prefixes: dir,
  };
  const master = `127.0.0.1:${port} inet n - n - - smtpd${services}`;
  const lines = Object.entries(main).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(join(dir, 'etc/main.cf'), `${lines.join('\n')}\n`);
  writeFileSync(join(dir, 'etc/master.cf'), master);
  const postfix = (command: string) =>
    execFileSync('postfix', ['-c', join(dir, 'etc'), command], { stdio: 'ignore' });
  postfix('start');
  await retryUntil(() => canConnect(port));
  return {
    url: `smtp://localhost:${port}`,
    close() {
      postfix('stop');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
