/**
 * Naive engine, the oracle of the property tests: the rules of docs/alerts.md word for word, slow and without any code
 * shared with the engine. Prices are one flat list; every value is recomputed.
 */

import type { EngineReading, EngineThreshold, Firing } from '#server/engine/engine-types.ts';
import type { CatalogueItem } from '#server/market-model/catalogue-item.ts';

interface PriceChange {
  readonly id: string;
  readonly atMs: number;
  readonly cents: number | null;
}

interface Rule {
  readonly threshold: EngineThreshold;
  armed: boolean;
  base: number | null;
  episode: number;
}

export function createReferenceEngine(catalogue: readonly CatalogueItem[]) {
  const changes: PriceChange[] = [];
  const newest = new Map<string, number>();
  const rules = new Map<number, Rule>();
  const firings: Firing[] = [];

  const inTarget = ({ target, currency }: EngineThreshold) =>
    catalogue.filter(
      (item) =>
        item.currency === currency &&
        (target.kind === 'collectible'
          ? item.id === target.id
          : item.matchId === target.id &&
            (target.category === null || target.category === item.category)),
    );
  const floorAt = (id: string, when: (atMs: number) => boolean): number | null =>
    changes.filter((change) => change.id === id && when(change.atMs)).at(-1)?.cents ?? null;
  const valueAt = (threshold: EngineThreshold, when: (atMs: number) => boolean): number | null => {
    const floors = inTarget(threshold)
      .map((item) => floorAt(item.id, when))
      .filter((cents) => cents !== null);
    return floors.length === 0 ? null : Math.min(...floors);
  };
  const valueNow = (threshold: EngineThreshold) => valueAt(threshold, () => true);

  const isLow = (threshold: EngineThreshold, value: number, t: number): boolean => {
    const ids = inTarget(threshold).map((item) => item.id);
    const own = changes.filter((change) => ids.includes(change.id));
    const ages = own.filter((change) => change.cents !== null).map((change) => t - change.atMs);
    const windowMs = threshold.value * 86_400_000;
    if (ages.length === 0 || Math.max(...ages) < windowMs) return false;
    const start = t - windowMs;
    const moments = [
      start,
      ...own.map((change) => change.atMs).filter((atMs) => atMs > start && atMs < t),
    ];
    const values = moments
      .map((moment) => valueAt(threshold, (atMs) => atMs <= moment))
      .filter((cents) => cents !== null);
    return values.length > 0 && values.every((cents) => value < cents);
  };

  const evaluate = (rule: Rule, v: number, t: number, already: boolean): void => {
    const { condition, value: V, bandBp } = rule.threshold;
    const over = (price: number) => Math.floor((price * bandBp + 9_999) / 10_000);
    let fires = false;
    if (condition === 'change') {
      if (rule.base === null) rule.base = v;
      else fires = Math.abs(v - rule.base) * 10_000 >= V * rule.base;
    } else if (rule.armed) {
      if (condition === 'below') fires = v <= V;
      if (condition === 'above') fires = v >= V;
      if (condition === 'low') fires = isLow(rule.threshold, v, t);
    } else if (condition === 'below') rule.armed = v >= V + over(V);
    else if (condition === 'above') rule.armed = v <= V - over(V);
    else if (rule.base !== null) rule.armed = v >= rule.base + over(rule.base);
    if (!fires) return;
    if (condition !== 'change') rule.armed = false;
    if (condition === 'change' || condition === 'low') rule.base = v;
    rule.episode += 1;
    firings.push({
      thresholdId: rule.threshold.id,
      version: rule.threshold.version,
      episode: rule.episode,
      observedAtMs: t,
      valueCents: v,
      previousCents: null,
      collectibleId: '',
      already,
    });
  };

  return {
    firings,
    remove: (id: number) => rules.delete(id),
    states: () => [...rules],
    create(threshold: EngineThreshold, t: number): void {
      const rule: Rule = { threshold, armed: true, base: null, episode: 0 };
      rules.set(threshold.id, rule);
      const v = valueNow(threshold);
      if (v === null) return;
      const before = valueAt(threshold, (atMs) => atMs < t);
      if (threshold.condition !== 'low' || before !== v) evaluate(rule, v, t, true);
    },
    apply({ observedAtMs, ticks }: EngineReading): void {
      const before = new Map([...rules].map(([id, rule]) => [id, valueNow(rule.threshold)]));
      for (const { collectibleId: id, floorCents: cents } of ticks) {
        if ((newest.get(id) ?? -Infinity) >= observedAtMs) continue;
        changes.push({ id, atMs: observedAtMs, cents });
        newest.set(id, observedAtMs);
      }
      for (const [id, rule] of rules) {
        const v = valueNow(rule.threshold);
        if (v !== null && v !== before.get(id)) evaluate(rule, v, observedAtMs, false);
      }
    },
  };
}
