/** POST /api/monitoring/preview: a backtest of an unsaved threshold on the stored history. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { preview, previewRequest } from '#contract/monitoring.ts';
import { downsample } from '#domain/downsample.ts';
import { lowestPrice } from '#domain/lowest-price.ts';
import { plans } from '#domain/plans.ts';
import type { ThresholdRule } from '#domain/threshold.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { AppError, type FieldError } from '../base/errors.ts';
import {
  findChangesLimit,
  findFirstValueAt,
  listTargetChanges,
  type TargetPriceChange,
} from '../db/market/price-history.ts';
import { listTargetCollectibles, loadTargets } from '../db/users/settings-targets.ts';
import { previewRule } from '../engine/backtest/preview.ts';
import { enforcePlanAllowsRule } from '../plans/plan-limits.ts';
import { validateRule } from '../settings/plan-changes.ts';
import { loadLineReach } from './line-reach.ts';
import type { MonitoringOptions } from './monitoring-routes.ts';
import { targetPrices } from './target-prices.ts';

const dayMs = 86_400_000;
/** A preview of more looks back on fewer days: they are all in memory while it is computed. */
const maxChanges = 20_000;
const changesPerRow = 3;
const maxPoints = 300;

export const previewRoute =
  ({ pool, history, market }: MonitoringOptions): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/monitoring/preview',
      {
        config: { keyScope: 'read', allowWhileSuspended: true },
        schema: { body: previewRequest, response: { 200: preview } },
      },
      async (request) => {
        const { user } = sessionOf(request);
        const { threshold: rule, days: asked } = request.body;
        const { currency } = rule;
        const catalogue = await loadTargets(pool, { targets: [rule.target], matchIds: [] });
        const errors: FieldError[] = [];
        validateRule(rule, { targetLookup: catalogue, now: user.readAt }, (message) =>
          errors.push({ path: 'threshold', message }),
        );
        const [first] = errors;
        if (first) throw new AppError('validation_failed', first.message, { fields: errors });

        const plan = plans[user.plan];
        enforcePlanAllowsRule(plan, rule);
        const { visibleHistoryDays } = plan;
        const wanted = Math.min(asked, visibleHistoryDays ?? asked);
        const view = await market.view();
        const { now } = view;
        const items = await listTargetCollectibles(pool, rule.target, currency);
        const currentCents = lowestPrice(items.map(({ floorCents }) => floorCents));
        const alreadyTrue = currentCents !== null && isSatisfied(rule, currentCents);
        if (now === null)
          return {
            ...{ days: wanted, firings: 0, mails: 0, last: [] },
            ...{ toBeatCents: null, reach: null, currentCents, alreadyTrue },
          };

        // `low` compares with as many days before.
        const lookBackDays = rule.condition === 'low' ? rule.value : 0;
        const from = new Date(now.getTime() - (wanted + lookBackDays) * dayMs);
        const cutAt = await findChangesLimit(history, rule.target, currency, { from, maxChanges });
        const days = cutAt === null ? wanted : wholeDays(cutAt, now) - lookBackDays;
        if (days < 1)
          throw new AppError(
            'validation_failed',
            'Hay demasiados precios para probar este umbral. Prueba con un solo coleccionable o con menos días.',
          );
        const since = new Date(now.getTime() - (days + lookBackDays) * dayMs);
        const stored = await listTargetChanges(history, rule.target, currency, since);
        const changes = withFirstValue(
          stored,
          rule.condition === 'low' ? await findFirstValueAt(pool, rule.target, currency) : null,
        );
        request.countRows(changes.length / changesPerRow);
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
        const pricesOf = (amount: number) =>
          targetPrices(stored, new Date(now.getTime() - amount * dayMs));
        return {
          toBeatCents:
            rule.condition === 'low'
              ? lowestPrice(pricesOf(rule.value).map(({ floorCents }) => floorCents))
              : null,
          ...(rule.target.kind === 'match' && {
            points: downsample(pricesOf(days), maxPoints).map(({ at, ...point }) => ({
              at: at.toISOString(),
              ...point,
            })),
          }),
          days,
          firings: outcome.firings,
          mails: outcome.mails,
          last: outcome.last.map(({ observedAtMs, valueCents }) => ({
            observedAt: new Date(observedAtMs).toISOString(),
            valueCents,
          })),
          currentCents,
          alreadyTrue,
          reach: await loadLineReach(pool, rule, {
            priceCents: currentCents,
            kickoffAt: catalogue.find(rule.target)?.kickoffAt,
            at: user.readAt,
            view,
          }),
        };
      },
    );
  };

/**
 * Puts a change at the instant of the target's first value before the others: `low` counts the target's age from it. Its
 * price is in no window, because what is in force when the windows begin follows it.
 */
function withFirstValue(
  changes: readonly TargetPriceChange[],
  firstValueAt: Date | null,
): readonly TargetPriceChange[] {
  const [first] = changes;
  if (first === undefined || firstValueAt === null || firstValueAt >= first.observedAt)
    return changes;
  return [{ ...first, observedAt: firstValueAt, floorCents: 1 }, ...changes];
}

const wholeDays = (from: Date, to: Date): number =>
  Math.floor((to.getTime() - from.getTime()) / dayMs);

/** Always false for `change` and `low`, which need a price change. */
function isSatisfied({ condition, value }: ThresholdRule, cents: number): boolean {
  if (condition === 'below') return cents <= value;
  return condition === 'above' && cents >= value;
}
