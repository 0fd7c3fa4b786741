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
  readonly #byUid = new Map<string, RecentAlert[]>();
  #bytes = 0;

  constructor(limits: { readonly alerts: number; readonly bytes: number }) {
    this.#limits = limits;
  }

  push(alert: RecentAlert): void {
    this.#alerts.push(alert);
    this.#bytes += alert.data.length;
    const ofUser = this.#byUid.get(alert.uid);
    if (ofUser === undefined) this.#byUid.set(alert.uid, [alert]);
    else ofUser.push(alert);
    while (this.#alerts.length > this.#limits.alerts || this.#bytes > this.#limits.bytes)
      this.#dropFirst();
  }

  clear(): void {
    this.#alerts = [];
    this.#byUid.clear();
    this.#bytes = 0;
  }

  after(seq: number, uid: string): RecentAlert[] {
    return this.#byUid.get(uid)?.filter((alert) => alert.seq > seq) ?? [];
  }

  /** Whether `after` has any. */
  has(seq: number, uid: string): boolean {
    return (this.#byUid.get(uid)?.at(-1)?.seq ?? 0) > seq;
  }

  #dropFirst(): void {
    const first = this.#alerts.shift();
    if (first === undefined) return;
    this.#bytes -= first.data.length;
    const ofUser = this.#byUid.get(first.uid);
    ofUser?.shift();
    if (ofUser?.length === 0) this.#byUid.delete(first.uid);
  }
}
