/** Types of pg-boss.mjs: a pg-boss queue of alert mails. */
export interface Queue {
  /** Stores `count` jobs with one call. */
  insert(count: number): Promise<void>;
  /** Fetches up to `limit` jobs, handles and completes them. @returns how many there were */
  processBatch(limit: number, handle: (id: string) => Promise<void>): Promise<number>;
  close(): Promise<void>;
}
/** null when the benchmarks' own packages are not installed (`npm ci` in bench/peers). */
export function openQueue(databaseUrl: string, body: string): Promise<Queue | null>;
