/** Imports the thresholds of a file, all or the valid ones, by the changes that any other write makes. */
import { randomUUID } from 'node:crypto';
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
  const lines = written.map((line) => withKnownCategory(line, targetLookup));
  if (dryRun) {
    const user = await findUser(pool, uid);
    if (user === null) throw new AppError('not_found');
    const current = { user, thresholds: await listThresholds(pool, uid) };
    const context = { targetLookup, channelIds: await listChannelIds(pool, uid) };
    return reportOn(lines.map(toPlannedLine(current, context)), current, skipsRejected);
  }
  let report: ImportReport;
  return changeSettings(pool, uid, {
    async write(current, client) {
      const context = { targetLookup, channelIds: await listChannelIds(client, uid) };
      const planned = lines.map(toPlannedLine(current, context));
      report = reportOn(planned, current, skipsRejected);
      if (!skipsRejected) assertNoErrors(report);
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
  ({ line, id, threshold, errors }: FileLine): PlannedLine => {
    const rejected = (reasons: readonly string[], limit: AppError | null = null) => ({
      report: reportLine('reject', reasons),
      change: null,
      limit,
    });
    if (threshold === null || errors.length > 0) return rejected(errors);
    const before = thresholds.filter((stored) => stored.id === id);
    const change = changeTo(threshold, id, before.length > 0);
    const current = { user: { ...user, partidos: [] }, thresholds: before };
    const write = { changes: [change] };
    try {
      const plan = planChanges(current, write, editsOf(current, write), context);
      const { rows, choices, details } = plan;
      if (rows.length + choices.length + details.length === 0)
        return { report: reportLine('same'), change, limit: null };
      return {
        report: reportLine(change.kind === 'create' ? 'create' : 'change'),
        change,
        limit: null,
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const messages = error.extras.fields?.map(({ message }) => message) ?? [error.message];
      return rejected(messages, error.code === 'plan_limit' ? error : null);
    }

    function reportLine(
      outcome: ImportLine['outcome'],
      reasons: readonly string[] = [],
    ): ImportLine {
      return {
        line,
        id,
        ...(threshold !== null && { threshold: ruleOf(threshold) }),
        outcome,
        errors: [...reasons],
      };
    }
  };

function changeTo(
  threshold: z.infer<typeof importedThreshold>,
  id: string | null,
  isStored: boolean,
): Exclude<ThresholdChange, { kind: 'delete' }> {
  if (id !== null && isStored) return { kind: 'change', id, patch: threshold };
  const details = { channels: null, note: null, expiresAt: null };
  return { kind: 'create', id: id ?? randomUUID(), threshold: { ...details, ...threshold } };
}

function reportOn(
  planned: readonly PlannedLine[],
  { user, thresholds }: CurrentSettings,
  skipsRejected: boolean,
): ImportReport {
  const lines = planned.map(({ report }) => report);
  const count = (outcome: ImportLine['outcome']) =>
    lines.filter((line) => line.outcome === outcome).length;
  const total = {
    create: count('create'),
    change: count('change'),
    same: count('same'),
    reject: count('reject'),
  };
  const ofLines = skipsRejected ? null : planned.find(({ limit }) => limit !== null)?.limit;
  const limit = sizeError(user, thresholds.length, thresholds.length + total.create) ?? ofLines;
  return {
    applied: false,
    total,
    lines,
    limit: limit ? { error: limit.message, requiredPlan: limit.extras.requiredPlan ?? null } : null,
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
function assertNoErrors({ lines, limit }: ImportReport): void {
  const rejected = lines.filter(({ errors }) => errors.length > 0);
  const first = rejected.find(({ errors }) => errors[0] !== limit?.error);
  if (first) {
    const fields = rejected.slice(0, 50).map(({ line, errors }) => ({
      path: `line ${line}`,
      message: errors.join(' '),
    }));
    const message = `Línea ${first.line}: ${first.errors[0]} No se ha importado nada.`;
    throw new AppError('validation_failed', message, { fields });
  }
  if (limit)
    throw new AppError(
      'plan_limit',
      limit.error,
      limit.requiredPlan ? { requiredPlan: limit.requiredPlan } : {},
    );
}
