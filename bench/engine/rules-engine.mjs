// json-rules-engine with one engine per collectible and one rule per threshold. Crossings only, no state.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../peers/package.json', import.meta.url));

/** @returns null when json-rules-engine is not installed. @throws on any other import error */
export async function loadRulesEngine() {
  try {
    const { Engine } = require('json-rules-engine');
    return (market) => createRules(Engine, market);
  } catch (error) {
    if (error?.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

function createRules(Engine, { collectibles, start, thresholds }) {
  const engines = Array.from({ length: collectibles }, () => null);
  for (const [index, target] of thresholds.target.entries()) {
    engines[target] ??= new Engine([], { allowUndefinedFacts: false });
    const value = thresholds.cents[index];
    const [before, now] =
      thresholds.isAbove[index] === 1
        ? ['lessThan', 'greaterThanInclusive']
        : ['greaterThan', 'lessThanInclusive'];
    engines[target].addRule({
      conditions: {
        all: [
          { fact: 'now', operator: now, value },
          { fact: 'before', operator: before, value },
        ],
      },
      event: { type: String(index) },
    });
  }
  const last = Int32Array.from(start);
  return {
    async move(target, now) {
      const before = last[target];
      last[target] = now;
      if (now === before || engines[target] === null) return 0;
      const { events } = await engines[target].run({ now, before });
      return events.length;
    },
  };
}
