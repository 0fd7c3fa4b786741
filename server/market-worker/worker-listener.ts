/** LISTEN connection of a market worker: threshold commands, readings, rebalancing, erased accounts, market commands. */
import { createClient } from '../db/pool.ts';

export type WorkerChannel =
  | 'vigia_threshold_commands'
  | 'vigia_readings'
  | 'vigia_rebalance'
  | 'vigia_user_erased'
  | 'vigia_market_commands';

export interface WorkerListener {
  /** Rejects when the connection is lost: no notification would arrive any more. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

const channels: readonly WorkerChannel[] = [
  'vigia_threshold_commands',
  'vigia_readings',
  'vigia_rebalance',
  'vigia_user_erased',
  'vigia_market_commands',
];

export async function openWorkerListener(
  databaseUrl: string,
  onNotification: (channel: WorkerChannel, payload: string) => void,
): Promise<WorkerListener> {
  const client = createClient(databaseUrl);
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('The worker’s listener lost its session.')));
  });
  lost.catch(() => {});
  await client.connect();
  for (const channel of channels) await client.query(`listen ${channel}`);
  client.on('notification', ({ channel, payload = '' }) =>
    onNotification(channel as WorkerChannel, payload),
  );
  return {
    lost,
    async close() {
      await client.end().catch(() => {});
    },
  };
}
