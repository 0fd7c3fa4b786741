export interface Queue {
  /** Stores so many jobs at once. */
  insert(count: number): Promise<void>;
  /** Stores one job, as `send()` does. */
  send(): Promise<void>;
  /** Fetches so many, hands each over, and completes them. @returns how many there were */
  work(atMost: number, handle: (id: string) => Promise<void>): Promise<number>;
  close(): Promise<void>;
}
/** null when the benchmarks' own packages are not installed (`npm ci` in bench/peers). */
export function openQueue(databaseUrl: string, body: string): Promise<Queue | null>;
