/** What wakes a worker: other processes' commands, readings, comings and goings, erased accounts, and orders to the market. */
import { createClient } from '../db/pool.ts';

export type WorkerChannel =
  | 'vigia_commands'
  | 'vigia_readings'
  | 'vigia_workers'
  | 'vigia_erased'
  | 'vigia_market';

export interface WorkerListener {
  /** Rejects when nobody would wake the worker any more. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

const channels: readonly WorkerChannel[] = [
  'vigia_commands',
  'vigia_readings',
  'vigia_workers',
  'vigia_erased',
  'vigia_market',
];

export async function openWorkerListener(
  databaseUrl: string,
  hear: (channel: WorkerChannel, payload: string) => void,
): Promise<WorkerListener> {
  const client = createClient(databaseUrl);
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('The worker’s ear lost its session.')));
  });
  lost.catch(() => {});
  await client.connect();
  for (const channel of channels) await client.query(`listen ${channel}`);
  client.on('notification', ({ channel, payload = '' }) => hear(channel as WorkerChannel, payload));
  return {
    lost,
    async close() {
      await client.end().catch(() => {});
    },
  };
}
