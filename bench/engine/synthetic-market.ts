/** Synthetic market in columns, the same in every run: thresholds within 30 % of a random walk. */
export interface Market {
  readonly collectibles: number;
  /** Where each price starts, and the mean it reverts to. In cents. */
  readonly start: Int32Array;
  readonly thresholds: {
    readonly target: Int32Array;
    readonly cents: Int32Array;
    /** 1 = `above`, 0 = `below`. */
    readonly isAbove: Uint8Array;
  };
  readonly ticks: { readonly target: Int32Array; readonly cents: Int32Array };
}

export type LoadDistribution = 'uniform' | 'hot';

export const bandBp = 300;
const collectibles = 20_000;
const hotTarget = 0;
/** In a `hot` market: thresholds on one collectible, which has a tenth of the ticks. */
const hotThresholds = 100_000;

export function generateEngineMarket(size: {
  readonly thresholds: number;
  readonly ticks: number;
  readonly distribution: LoadDistribution;
}): Market {
  const random = xorshift(12_345);
  const randomInt = (limit: number): number => Math.floor(random() * limit);
  const isHot = size.distribution === 'hot';
  const start = Int32Array.from({ length: collectibles }, () => 500 + randomInt(50_000));
  if (isHot) start[hotTarget] = 25_000;
  const thresholds = {
    target: new Int32Array(size.thresholds),
    cents: new Int32Array(size.thresholds),
    isAbove: new Uint8Array(size.thresholds),
  };
  for (let index = 0; index < size.thresholds; index += 1) {
    const target = isHot && index < hotThresholds ? hotTarget : randomInt(collectibles);
    const isAbove = random() < 0.5;
    const distance = (isAbove ? 1 : -1) * random() * 0.3;
    thresholds.target[index] = target;
    thresholds.isAbove[index] = isAbove ? 1 : 0;
    thresholds.cents[index] = Math.round((start[target] ?? 1) * (1 + distance));
  }
  const ticks = { target: new Int32Array(size.ticks), cents: new Int32Array(size.ticks) };
  const walk = Float64Array.from(start);
  for (let index = 0; index < size.ticks; index += 1) {
    const target = isHot && random() < 0.1 ? hotTarget : randomInt(collectibles);
    const home = start[target] ?? 1;
    const here = walk[target] ?? home;
    walk[target] = here + (random() - 0.5) * 0.02 * home - (here - home) * 0.02;
    ticks.target[index] = target;
    ticks.cents[index] = Math.max(1, Math.round(walk[target] ?? 1));
  }
  return { collectibles, start, thresholds, ticks };
}

function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}
