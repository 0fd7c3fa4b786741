/** LISTEN connection of a market worker: threshold commands, readings, rebalancing, erased accounts, market commands. */
import { openSession, type SessionConnection } from '../db/session-connection.ts';

const channels = [
  'vigia_threshold_commands',
  'vigia_readings',
  'vigia_rebalance',
  'vigia_user_erased',
  'vigia_market_commands',
] as const;
export type WorkerChannel = (typeof channels)[number];

/** @returns the connection; its `lost` rejects when no notification would arrive any more */
export const openWorkerListener = (
  databaseSessionUrl: string,
  onNotification: (channel: WorkerChannel, payload: string) => void,
): Promise<SessionConnection> =>
  openSession(databaseSessionUrl, {
    channels,
    onNotification: (channel, payload) => onNotification(channel as WorkerChannel, payload),
  });
