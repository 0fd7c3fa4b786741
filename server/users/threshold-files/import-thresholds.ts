/** Imports the thresholds of a file into the settings, all or the valid ones, with the validation and save of a PUT. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { toTarget, type UmbralDraft, type UmbralInput } from '#contract/threshold.ts';
import type { ImportLine, ImportReport } from '#contract/threshold-import-export.ts';
import { plans } from '#domain/plans.ts';
import { listChannelIds } from '../../db/alerts/channels.ts';
import { loadTargets, type TargetLookup } from '../../db/users/settings-targets.ts';
import { listThresholds, type StoredThreshold } from '../../db/users/thresholds.ts';
import { findUser, type User } from '../../db/users/users.ts';
import { AppError } from '../../errors.ts';
import { watchedWith } from '../settings/change-threshold.ts';
import { enforceSizeLimits } from '../settings/plan-limits.ts';
import { changeSettings } from '../settings/save-settings.ts';
import { diffSettings } from '../settings/settings-diff.ts';
import { toConfiguracion } from '../settings/settings-mapper.ts';
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
  const targets = written.flatMap(({ umbral }) => (umbral ? [toTarget(umbral.objetivo)] : []));
  const catalogue = await loadTargets(pool, { targets, matchIds: [] });
  const lines = written.map((line) => withKnownCategory(line, catalogue));
  if (dryRun) {
    const user = await findUser(pool, uid);
    if (user === null) throw new AppError('not_found');
    const thresholds = await listThresholds(pool, uid);
    const channelIds = await listChannelIds(pool, uid);
    return buildReport({ user, thresholds, catalogue, channelIds, lines, skipsRejected });
  }
  let report: ImportReport;
  return changeSettings(pool, uid, {
    async change({ user, thresholds }, client) {
      const channelIds = await listChannelIds(client, uid);
      report = buildReport({ user, thresholds, catalogue, channelIds, lines, skipsRejected });
      const rejected = new Set(
        report.lineas.filter(({ resultado }) => resultado === 'rechazar').map(({ linea }) => linea),
      );
      if (!skipsRejected) assertNoErrors(report);
      const current = toConfiguracion(user, thresholds);
      const entries = lines.flatMap(({ line, id, umbral }): [string, UmbralInput][] =>
        umbral === null || rejected.has(line)
          ? []
          : [[id ?? randomUUID(), withStoredFields(umbral, id, thresholds)]],
      );
      const umbrales = { ...current.umbrales, ...Object.fromEntries(entries) };
      const created = entries.flatMap(([id, umbral]) =>
        Object.hasOwn(current.umbrales, id) ? [] : umbral,
      );
      const partidos = watchedWith(created, user, catalogue);
      return { sent: { ...current, partidos, umbrales }, catalogue };
    },
    result: async () => ({ ...report, aplicado: true }),
  });
}

interface ImportOptions {
  readonly uid: string;
  readonly lines: readonly FileLine[];
  readonly dryRun: boolean;
  readonly skipsRejected: boolean;
}

interface ReportInput {
  readonly user: User;
  readonly thresholds: readonly StoredThreshold[];
  readonly catalogue: TargetLookup;
  readonly channelIds: ReadonlySet<string>;
  readonly lines: readonly FileLine[];
  readonly skipsRejected: boolean;
}

/** Spreadsheets change the spaces and accents of names. */
function withKnownCategory(line: FileLine, catalogue: TargetLookup): FileLine {
  const { umbral } = line;
  if (umbral?.objetivo.tipo !== 'partido' || umbral.objetivo.categoria === undefined) return line;
  const { id, categoria } = umbral.objetivo;
  if (catalogue.find(toTarget(umbral.objetivo))?.categoryKnown) return line;
  const known = catalogue.categoryLike(id, categoria) ?? categoria;
  return { ...line, umbral: { ...umbral, objetivo: { ...umbral.objetivo, categoria: known } } };
}

/** A file without channels, without notes or without expiries leaves them as they are. */
function withStoredFields(
  umbral: UmbralInput,
  id: string | null,
  thresholds: readonly StoredThreshold[],
): UmbralInput {
  const stored = thresholds.find((threshold) => threshold.id === id);
  const { canales, nota, caducaEn } = umbral;
  return {
    ...umbral,
    canales: canales === undefined ? (stored?.channels?.slice() ?? null) : canales,
    nota: nota === undefined ? (stored?.note ?? null) : nota,
    caducaEn: caducaEn === undefined ? (stored?.expiresAt?.toISOString() ?? null) : caducaEn,
  };
}

function buildReport({
  user,
  thresholds,
  catalogue,
  channelIds,
  lines,
  skipsRejected,
}: ReportInput): ImportReport {
  const byId = new Map(thresholds.map((threshold) => [threshold.id, threshold]));
  const limits: AppError[] = [];
  const lineas = lines.map((line): ImportLine => {
    const before = line.id === null ? undefined : byId.get(line.id);
    const { outcome, errors } = diffLine(line, { user, before, catalogue, channelIds, limits });
    return {
      linea: line.line,
      id: line.id,
      ...(line.umbral !== null && { umbral: ruleOf(line.umbral) }),
      resultado: outcome,
      errores: errors,
    };
  });
  const count = (outcome: ImportLine['resultado']) =>
    lineas.filter(({ resultado }) => resultado === outcome).length;
  const total = {
    crear: count('crear'),
    cambiar: count('cambiar'),
    igual: count('igual'),
    rechazar: count('rechazar'),
  };
  const sizeLimit = sizeError(user, thresholds.length, thresholds.length + total.crear);
  const limit = sizeLimit ?? (skipsRejected ? undefined : limits[0]);
  return {
    aplicado: false,
    total,
    lineas,
    limite: limit
      ? { error: limit.message, requiredPlan: limit.extras.requiredPlan ?? null }
      : null,
  };
}

const ruleOf = ({ objetivo, condicion, valor, moneda }: UmbralInput): UmbralDraft => ({
  objetivo,
  condicion,
  valor,
  moneda,
});

interface LineContext {
  readonly user: User;
  readonly before: StoredThreshold | undefined;
  readonly catalogue: TargetLookup;
  readonly channelIds: ReadonlySet<string>;
  /** Collects the plan limits that lines exceed. */
  readonly limits: AppError[];
}

/** Validates one line by diffing settings that contain only its threshold. */
function diffLine(
  { id, umbral, errors }: FileLine,
  { user, before, catalogue, channelIds, limits }: LineContext,
): { outcome: ImportLine['resultado']; errors: string[] } {
  if (umbral === null || errors.length > 0) return { outcome: 'rechazar', errors: [...errors] };
  const { frecuencia } = user;
  try {
    const completed = withStoredFields(umbral, id, before ? [before] : []);
    const { changes, choices, details } = diffSettings(
      { partidos: [], umbrales: { [id ?? 'nuevo']: completed }, frecuencia },
      {
        now: user.readAt,
        plan: plans[user.plan],
        targetLookup: catalogue,
        channelIds,
        stored: { partidos: [], frecuencia, thresholds: before ? [before] : [] },
      },
    );
    if (changes.length + choices.length + details.length === 0)
      return { outcome: 'igual', errors: [] };
    return { outcome: changes[0]?.kind === 'create' ? 'crear' : 'cambiar', errors: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'plan_limit') limits.push(error);
    const messages = error.extras.fields?.map(({ message }) => message) ?? [error.message];
    return { outcome: 'rechazar', errors: messages };
  }
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
function assertNoErrors({ lineas, limite }: ImportReport): void {
  const rejected = lineas.filter(({ errores }) => errores.length > 0);
  const first = rejected.find(({ errores }) => errores[0] !== limite?.error);
  if (first) {
    const fields = rejected.slice(0, 50).map(({ linea, errores }) => ({
      path: `linea ${linea}`,
      message: errores.join(' '),
    }));
    const message = `Línea ${first.linea}: ${first.errores[0]} No se ha importado nada.`;
    throw new AppError('validation_failed', message, { fields });
  }
  if (limite)
    throw new AppError(
      'plan_limit',
      limite.error,
      limite.requiredPlan ? { requiredPlan: limite.requiredPlan } : {},
    );
}
