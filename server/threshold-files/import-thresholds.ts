/** Imports the thresholds of a file, all or the valid ones, by the changes that any other write makes. */
import type pg from 'pg';
import type * as z from 'zod/mini';
import type { importedThreshold } from '#contract/threshold.ts';
import type { ImportLine, ImportReport } from '#contract/threshold-import-export.ts';
import type { ThresholdChange } from '#contract/thresholds.ts';
import { plans } from '#domain/plans.ts';
import { ruleOf } from '#domain/threshold.ts';
import { AppError } from '../base/errors.ts';
import { listChannelIds } from '../db/alerts/channels.ts';
import { loadTargets, type TargetLookup } from '../db/users/settings-targets.ts';
import { listThresholds } from '../db/users/thresholds.ts';
import { findUser, type User } from '../db/users/users.ts';
import { nameBasedUuid } from '../mail/name-based-uuid.ts';
import { enforceSizeLimits } from '../plans/plan-limits.ts';
import { changeSettings } from '../settings/change-settings.ts';
import {
  type CurrentSettings,
  editsOf,
  type PlanContext,
  planChanges,
} from '../settings/plan-changes.ts';
import type { FileLine } from './parse-threshold-file.ts';

/**
 * Creates or changes the thresholds of the file, and watches the matches of new ones where the plan has room; others stay.
 * @param dryRun reports the outcome of each line, errors included, and changes nothing
 * @param skipsRejected imports the other lines; without it a line with an error rejects the file
 * @throws AppError `validation_failed` naming every invalid line, `plan_limit`, `not_found`
 */
export async function importThresholds(
  pool: pg.Pool,
  { uid, lines: written, dryRun, skipsRejected }: ImportOptions,
): Promise<ImportReport> {
  // Before anything is locked: nothing a user does changes the catalogue.
  const targets = written.flatMap(({ threshold }) => (threshold ? [threshold.target] : []));
  const targetLookup = await loadTargets(pool, { targets, matchIds: [] });
  const file = nameBasedUuid(JSON.stringify(written));
  const lines = written.map((line) => ({
    ...withKnownCategory(line, targetLookup),
    // The same file again, as when the answer was lost, names the same thresholds.
    thresholdId: line.id ?? nameBasedUuid('import', uid, file, line.line),
  }));
  if (dryRun) {
    const user = await findUser(pool, uid);
    if (user === null) throw new AppError('not_found');
    const current = { user, thresholds: await listThresholds(pool, uid) };
    const context = { targetLookup, channelIds: await listChannelIds(pool, uid) };
    return reportOn(lines.map(toPlannedLine(current, context)), current, skipsRejected).report;
  }
  let report: ImportReport;
  return changeSettings(pool, uid, {
    async write(current, client) {
      const context = { targetLookup, channelIds: await listChannelIds(client, uid) };
      const planned = lines.map(toPlannedLine(current, context));
      const reported = reportOn(planned, current, skipsRejected);
      ({ report } = reported);
      if (!skipsRejected) assertNoErrors(reported);
      return { changes: planned.flatMap(({ change }) => change ?? []) };
    },
    result: async () => ({ ...report, applied: true }),
  });
}

interface ImportOptions {
  readonly uid: string;
  readonly lines: readonly FileLine[];
  readonly dryRun: boolean;
  readonly skipsRejected: boolean;
}

/** Spreadsheets change the spaces and accents of names. */
function withKnownCategory(line: FileLine, targetLookup: TargetLookup): FileLine {
  const { threshold } = line;
  if (threshold?.target.kind !== 'match' || threshold.target.category === null) return line;
  const { target } = threshold;
  if (targetLookup.find(target)?.categoryKnown) return line;
  const category = targetLookup.categoryLike(target.id, threshold.target.category);
  if (category === null) return line;
  return { ...line, threshold: { ...threshold, target: { ...threshold.target, category } } };
}

interface NamedLine extends FileLine {
  readonly thresholdId: string;
}

interface PlannedLine {
  readonly report: ImportLine;
  /** null when the line is rejected. */
  readonly change: ThresholdChange | null;
  /** The plan limit that it exceeds. */
  readonly limit: AppError | null;
}

/** Plans the change of one line as if it were the only one. */
const toPlannedLine =
  ({ user, thresholds }: CurrentSettings, context: PlanContext) =>
  ({ line, id, thresholdId, threshold, errors }: NamedLine): PlannedLine => {
    const place = threshold && context.targetLookup.find(threshold.target);
    const named = {
      line,
      id,
      ...(threshold && { threshold: ruleOf(threshold) }),
      ...(place && { matchName: place.matchName, part: place.part, category: place.category }),
    };
    const rejected = (reasons: readonly string[], limit: AppError | null = null) => ({
      report: { ...named, outcome: 'reject' as const, errors: [...reasons] },
      change: null,
      limit,
    });
    if (threshold === null || errors.length > 0) return rejected(errors);
    const before = thresholds.filter((stored) => stored.id === thresholdId);
    const change = changeTo(threshold, thresholdId, before.length > 0);
    const current = { user: { ...user, partidos: [] }, thresholds: before };
    const write = { changes: [change] };
    try {
      const plan = planChanges(current, write, editsOf(current, write), context);
      const outcome = plan.rows.length === 0 ? 'same' : change.kind;
      return { report: { ...named, outcome, errors: [] }, change, limit: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const messages = error.extras.fields?.map(({ message }) => message) ?? [error.message];
      return rejected(messages, error.code === 'plan_limit' ? error : null);
    }
  };

function changeTo(
  threshold: z.infer<typeof importedThreshold>,
  id: string,
  isStored: boolean,
): Exclude<ThresholdChange, { kind: 'delete' }> {
  if (isStored) return { kind: 'change', id, patch: threshold };
  const details = { channels: null, note: null, expiresAt: null };
  return { kind: 'create', id, threshold: { ...details, ...threshold } };
}

function reportOn(
  planned: readonly PlannedLine[],
  { user, thresholds }: CurrentSettings,
  skipsRejected: boolean,
): { readonly report: ImportReport; readonly limit: AppError | null } {
  const lines = planned.map(({ report }) => report);
  const total = { create: 0, change: 0, same: 0, reject: 0 };
  for (const { outcome } of lines) total[outcome] += 1;
  const ofLines = skipsRejected ? null : planned.find((line) => line.limit !== null)?.limit;
  const limit =
    sizeError(user, thresholds.length, thresholds.length + total.create) ?? ofLines ?? null;
  const { requiredPlan = null } = limit?.extras ?? {};
  return {
    report: {
      applied: false,
      total,
      lines,
      limit: limit && { error: limit.message, requiredPlan },
    },
    limit,
  };
}

function sizeError({ plan, frecuencia }: User, before: number, after: number): AppError | null {
  const size = (thresholds: number) => ({ matches: 0, thresholds, frecuencia });
  try {
    enforceSizeLimits(plans[plan], size(before), size(after));
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** An error of a line is more specific than the plan's limit, and comes first. @throws AppError */
function assertNoErrors({ report, limit }: ReturnType<typeof reportOn>): void {
  const rejected = report.lines.filter(({ errors }) => errors.length > 0);
  const first = rejected.find(({ errors }) => errors[0] !== limit?.message);
  if (first) {
    const fields = rejected.slice(0, 50).map(({ line, errors }) => ({
      path: `line ${line}`,
      message: errors.join(' '),
    }));
    const message = `Línea ${first.line}: ${first.errors[0]} No se ha importado nada.`;
    throw new AppError('validation_failed', message, { fields });
  }
  if (limit) throw limit;
}
