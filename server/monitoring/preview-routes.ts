/** POST /api/monitoring/preview: a backtest of an unsaved threshold on the stored history. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { preview, previewRequest } from '#contract/monitoring.ts';
import { toRule } from '#contract/threshold.ts';
import { plans } from '#domain/plans.ts';
import type { ThresholdRule } from '#domain/threshold.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { listTargetChanges } from '../db/market/price-history.ts';
import { listTargetCollectibles, loadTargets } from '../db/users/settings-targets.ts';
import { previewRule } from '../engine/backtest/preview.ts';
import { AppError, type FieldError } from '../errors.ts';
import { enforcePlanAllowsRule } from '../users/settings/plan-limits.ts';
import { validateRule } from '../users/settings/settings-diff.ts';
import type { MonitoringOptions } from './monitoring-routes.ts';

const dayMs = 86_400_000;

export const previewRoute =
  ({ pool, history, market }: MonitoringOptions): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/monitoring/preview',
      { schema: { body: previewRequest, response: { 200: preview } } },
      async (request) => {
        const { user } = sessionOf(request);
        const { umbral, dias } = request.body;
        const rule = toRule(umbral);
        const currency = umbral.moneda;
        const catalogue = await loadTargets(pool, { targets: [rule.target], matchIds: [] });
        const errors: FieldError[] = [];
        validateRule(rule, currency, { targetLookup: catalogue, now: new Date() }, (message) =>
          errors.push({ path: 'umbral', message }),
        );
        const [first] = errors;
        if (first) throw new AppError('validation_failed', first.message, { fields: errors });

        const plan = plans[user.plan];
        enforcePlanAllowsRule(plan, rule);
        const { visibleHistoryDays } = plan;
        const days = Math.min(dias, visibleHistoryDays ?? dias);
        const { now } = await market.view();
        const items = await listTargetCollectibles(pool, rule.target, currency);
        const currentCents = lowest(items.map(({ floorCents }) => floorCents));
        const alreadyTrue = currentCents !== null && isSatisfied(rule, currentCents);
        if (now === null)
          return { days, firings: 0, mails: 0, last: [], currentCents, alreadyTrue };

        // `low` needs all history: the target's age counts from its first value.
        const from = rule.condition === 'low' ? 0 : now.getTime() - days * dayMs;
        const changes = await listTargetChanges(history, rule.target, currency, new Date(from));
        const outcome = previewRule({
          rule,
          currency,
          catalogue: items,
          changes: changes.map(({ observedAt, ...tick }) => ({
            ...tick,
            atMs: observedAt.getTime(),
          })),
          nowMs: now.getTime(),
          days,
          checkSeconds: user.frecuencia,
        });
        return {
          days,
          firings: outcome.firings,
          mails: outcome.mails,
          last: outcome.last.map(({ observedAtMs, valueCents }) => ({
            observedAt: new Date(observedAtMs).toISOString(),
            valueCents,
          })),
          currentCents,
          alreadyTrue,
        };
      },
    );
  };

/** Always false for `change` and `low`, which need a price change. */
function isSatisfied({ condition, value }: ThresholdRule, cents: number): boolean {
  if (condition === 'below') return cents <= value;
  return condition === 'above' && cents >= value;
}

function lowest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
}
