/** Prometheus and Alertmanager configuration: the same rules in groups of 1 000, and webhooks for mails. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PrometheusTargets {
  readonly folder: string;
  readonly exporter: string;
  readonly alertmanager: string;
  readonly webhook: string;
}

const perGroup = 1_000;

/** @param limits cents below which series 0, 1, 2… fires; may be empty */
export async function writeConfig(
  { folder, exporter, alertmanager, webhook }: PrometheusTargets,
  limits: readonly number[],
): Promise<void> {
  const groups = Array.from({ length: Math.ceil(limits.length / perGroup) }, (_, group) =>
    [
      `- name: g${group}`,
      '  rules:',
      ...limits.slice(group * perGroup, (group + 1) * perGroup).map((limit, index) => {
        const series = group * perGroup + index;
        return `  - {alert: "t${series}", expr: 'floor{c="${series}"} <= ${limit}', for: 0s}`;
      }),
    ].join('\n'),
  );
  const rules = groups.length === 0 ? 'groups: []\n' : `groups:\n${groups.join('\n')}\n`;
  await writeFile(join(folder, 'rules.yml'), rules);
  await writeFile(
    join(folder, 'prometheus.yml'),
    `global: {scrape_interval: 1s, evaluation_interval: 1s}
rule_files: [rules.yml]
alerting: {alertmanagers: [{static_configs: [{targets: ['${alertmanager}']}]}]}
scrape_configs:
- {job_name: market, static_configs: [{targets: ['${exporter}']}]}
`,
  );
  // Lowest latency it can be configured for: no group wait, one second between two mails.
  await writeFile(
    join(folder, 'alertmanager.yml'),
    `route: {receiver: mails, group_by: [alertname], group_wait: 0s, group_interval: 1s, repeat_interval: 4h}
receivers: [{name: mails, webhook_configs: [{url: '${webhook}', send_resolved: false}]}]
`,
  );
}
