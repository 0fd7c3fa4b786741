/** Debian's Prometheus with the configuration and alert rules of `deploy/`, beside a running Vigía. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/support/local-app.ts';
import { retryUntil } from '#tests/support/retry-until.ts';
import { stopProcess } from '#tests/support/stop-process.ts';

const folder = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url));

export interface Prometheus {
  /** Resolves once the last scrape has succeeded. @throws after a minute, with its error */
  waitForScrape(): Promise<void>;
  /** Value of an instant query's first series; undefined without one. */
  value(query: string): Promise<number | undefined>;
  /** Names of the alerts that fire. */
  firing(): Promise<string[]>;
  close(): Promise<void>;
}

/** @param dir for its files @param appPort where Vigía's metrics are @throws where Prometheus is not installed */
export async function startPrometheus(
  dir: string,
  appPort: number,
  token: string,
): Promise<Prometheus> {
  const data = join(dir, 'prometheus');
  mkdirSync(data);
  writeFileSync(join(data, 'token'), token);
  writeFileSync(
    join(data, 'prometheus.yaml'),
    readFileSync(join(folder, 'prometheus.yaml'), 'utf8')
      .replace('scrape_interval: 15s', 'scrape_interval: 1s')
      .replace('/etc/prometheus/vigia-token', join(data, 'token'))
      .replace('127.0.0.1:5173', `127.0.0.1:${appPort}`)
      .replace('alerts.yaml', join(folder, 'alerts.yaml')),
  );
  const port = await freePort();
  const child: ChildProcess = spawn(
    'prometheus',
    [
      `--config.file=${join(data, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(data, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  await once(child, 'spawn');
  const api = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    return ((await response.json()) as { data: unknown }).data;
  };
  return {
    waitForScrape: () =>
      retryUntil(async () => {
        const { activeTargets } = (await api('targets')) as {
          activeTargets: { health: string; lastError: string }[];
        };
        const [target] = activeTargets;
        if (target?.health !== 'up') throw new Error(target?.lastError ?? 'no target');
      }),
    async value(query) {
      const { result } = (await api(`query?query=${encodeURIComponent(query)}`)) as {
        result: { value: [number, string] }[];
      };
      const [series] = result;
      return series && Number(series.value[1]);
    },
    async firing() {
      const { alerts } = (await api('alerts')) as {
        alerts: { state: string; labels: { alertname: string } }[];
      };
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    },
    close: () => stopProcess(child, 'SIGTERM'),
  };
}
