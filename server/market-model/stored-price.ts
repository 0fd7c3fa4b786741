/** What is stored of a collectible's price, as the engine takes it: instants in epoch milliseconds, prices in cents. */

export interface KnownPrice {
  /** In force. */
  readonly floorCents: number | null;
  /** null = never seen. */
  readonly newestAtMs: number | null;
  /** null = never priced. */
  readonly firstValueAtMs: number | null;
}

export interface FloorAt {
  readonly atMs: number;
  /** null = nothing listed. */
  readonly floorCents: number | null;
}
