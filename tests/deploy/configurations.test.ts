/** The files of `deploy/` are accepted by the programs they are for, and agree with the server's own names. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { envExample } from '#server/config/env-example.ts';
import { createCertificate } from './certificate.ts';
import { hasCommand } from './has-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'vigia-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

function expectAccepted(command: string, args: readonly string[], env = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect(`${stdout}${stderr}`).not.toMatch(/\b(warn|error|emerg)/i);
  expect(status).toBe(0);
}

/** The entries of `services`, by indentation. */
const servicesOf = (project: string) =>
  [
    ...(/^services:\n((?: .*\n|\n)*)/m.exec(project)?.[1] ?? '').matchAll(
      /^ {2}(\w+):\n((?: {4}.*\n)*)/gm,
    ),
  ].map(([text, name]) => ({ name, text }));

it('env.example is current: npm run docs:env', () => {
  const pages = ['docs/operations.md', 'docs/adding-a-marketplace.md'];
  expect(read('deploy/env.example')).toBe(envExample(pages.map(read)));
});

it('alert rules and dashboard name metrics of the operator’s page', () => {
  const operations = read('docs/operations.md');
  for (const file of ['deploy/prometheus/alerts.yaml', 'deploy/grafana/vigia.json']) {
    const names = new Set(read(file).match(/\bvigia_\w+(?=[\\{[)]| ==| !=)/g));
    const unknown = [...names]
      .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
      .filter((name) => !operations.includes(name));
    expect(unknown).toEqual([]);
    expect(names.size).toBeGreaterThan(10);
  }
});

it.skipIf(!hasCommand('promtool'))('promtool accepts the configuration and its rules', () => {
  writeFileSync(join(folder, 'token'), 'x');
  const config = read('deploy/prometheus/prometheus.yaml')
    .replace('/etc/prometheus/vigia-token', join(folder, 'token'))
    .replace('alerts.yaml', join(root, 'deploy/prometheus/alerts.yaml'));
  writeFileSync(join(folder, 'prometheus.yaml'), config);
  expectAccepted('promtool', ['check', 'config', join(folder, 'prometheus.yaml')]);
});

it.skipIf(!hasCommand('caddy'))('caddy accepts the Caddyfile', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config'];
  const { status } = spawnSync('caddy', [...args, join(root, 'deploy/caddy/Caddyfile')], {
    env: { ...process.env, HOME: folder, DOMAIN: 'vigia.example', UPSTREAM: 'vigia:5173' },
  });
  expect(status).toBe(0);
});

describe('the files of Compose', () => {
  const files = ['compose.yaml', 'compose.nats.yaml'];
  const services = files.flatMap((file) => servicesOf(read(`deploy/${file}`)));
  const own = services.filter(({ text }) => /^ {4}image:/m.test(text));

  it('start every service with nothing but what it needs', () => {
    expect(own.map(({ name }) => name)).toEqual(['database', 'vigia', 'proxy', 'nats']);
    for (const { name, text } of own)
      for (const setting of [
        'read_only: true',
        'cap_drop: [ALL]',
        "security_opt: ['no-new-privileges:true']",
        'mem_limit: ',
        'pids_limit: ',
      ])
        expect([name, text.includes(`\n    ${setting}`)]).toEqual([name, true]);
  });

  it('share a network with Vigía alone', () => {
    const networks = new Map(
      services.map(({ name, text }) => [name, /networks: \[(.*)\]/.exec(text)?.[1]?.split(', ')]),
    );
    expect([...networks]).toEqual([
      ['database', ['database']],
      ['vigia', ['front', 'database', 'events']],
      ['proxy', ['front']],
      ['nats', ['events']],
    ]);
  });

  it.skipIf(!hasCommand('docker-compose')).each([
    [['compose.yaml'], {}, ['database', 'proxy', 'vigia']],
    [files, { NATS_PASSWORD: 'x' }, ['database', 'nats', 'proxy', 'vigia']],
  ])('%j follow the schema of Compose', (names, secrets, expected) => {
    // Debian's version, 1.29, knows the schema but for the project's name.
    for (const name of names)
      writeFileSync(join(folder, name), read(`deploy/${name}`).replace(/^name: .*$/m, ''));
    writeFileSync(join(folder, 'env'), read('deploy/env.example'));
    const variables = { DOMAIN: 'vigia.example', RELEASE: 'vigia-0.0.0', POSTGRES_PASSWORD: 'x' };
    const { status, stdout, stderr } = spawnSync(
      'docker-compose',
      [...names.flatMap((name) => ['--file', join(folder, name)]), 'config', '--services'],
      { encoding: 'utf8', env: { ...process.env, ...variables, ...secrets } },
    );
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n').sort()).toEqual(expected);
    expect(status).toBe(0);
  });
});

it.skipIf(!hasCommand('nginx') || !hasCommand('openssl'))('nginx accepts its configuration', () => {
  createCertificate(folder);
  const site = read('deploy/nginx/vigia.conf').replaceAll('/etc/ssl/vigia', folder);
  writeFileSync(join(folder, 'vigia.conf'), site);
  const main = `pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; include ${folder}/vigia.conf; }`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  const { status, stderr } = spawnSync('nginx', ['-t', '-c', join(folder, 'nginx.conf')], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('syntax is ok');
  expect(stderr).not.toContain('[warn]');
  expect(status).toBe(0);
});

it.skipIf(!hasCommand('systemd-analyze')).each(['vigia.service', 'vigia@.service'])(
  'systemd accepts %s',
  (name) => {
    // The programs of the units need not be installed here.
    const unit = read(`deploy/systemd/${name}`).replaceAll(/\/opt\/vigia\/vigia$/gm, '/bin/true');
    const file = join(folder, name.replace('@', '@api'));
    writeFileSync(file, unit);
    expectAccepted('systemd-analyze', ['verify', '--man=no', file]);
  },
);
