/** The last alerts sent, bounded in number and bytes, so that a client that reconnects misses none. */

export interface RecentAlert {
  readonly seq: number;
  readonly uid: string;
  /** The SSE event's data: JSON. */
  readonly data: string;
}

export class RecentAlerts {
  readonly #limits: { readonly alerts: number; readonly bytes: number };
  #alerts: RecentAlert[] = [];
  #bytes = 0;

  constructor(limits: { readonly alerts: number; readonly bytes: number }) {
    this.#limits = limits;
  }

  push(alert: RecentAlert): void {
    this.#alerts.push(alert);
    this.#bytes += alert.data.length;
    while (this.#alerts.length > this.#limits.alerts || this.#bytes > this.#limits.bytes)
      this.#bytes -= this.#alerts.shift()?.data.length ?? 0;
  }

  clear(): void {
    this.#alerts = [];
    this.#bytes = 0;
  }

  after(seq: number, uid: string): RecentAlert[] {
    return this.#alerts.filter((alert) => alert.seq > seq && alert.uid === uid);
  }
}
