/** Brings thresholds of a file into the settings: all of them or none, by the same rules and the same save as a PUT. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { toTarget, type UmbralInput } from '#contract/threshold.ts';
import type { ImportLine, ImportReport } from '#contract/threshold-import-export.ts';
import { plans } from '#domain/plans.ts';
import { loadTargets, type TargetLookup } from '../../db/users/settings-targets.ts';
import { listThresholds, type StoredThreshold } from '../../db/users/thresholds.ts';
import { findUser, type User } from '../../db/users/users.ts';
import { AppError } from '../../errors.ts';
import { enforceSizes } from '../settings/plan-limits.ts';
import { saveSettings } from '../settings/save-settings.ts';
import { diffSettings } from '../settings/settings-diff.ts';
import { toConfiguracion } from '../settings/settings-mapper.ts';
import type { FileLine } from './parse-threshold-file.ts';

const turns = 5;

/**
 * What is in the file is made or changed; what is not stays as it is.
 * @param dryRun says what would happen, refusals included, and changes nothing
 * @throws Refusal `rule_broken` naming every line at fault, `plan_limit`
 */
export async function importThresholds(
  pool: pg.Pool,
  { uid, lines, dryRun }: { uid: string; lines: readonly FileLine[]; dryRun: boolean },
): Promise<ImportReport> {
  for (let turn = 1; ; turn += 1) {
    const user = await findUser(pool, uid);
    if (user === null) throw new AppError('not_found');
    const thresholds = await listThresholds(pool, uid);
    const report = await examine(pool, { user, thresholds, lines });
    if (dryRun) return report;
    refuseFaults(report);
    const now = new Date();
    const current = toConfiguracion(user, thresholds, now);
    const given = lines.flatMap(({ id, umbral }): [string, UmbralInput][] =>
      umbral === null ? [] : [[id ?? randomUUID(), umbral]],
    );
    const sent = { ...current, umbrales: { ...current.umbrales, ...Object.fromEntries(given) } };
    try {
      await saveSettings(pool, { uid, sent, ifVersion: user.settingsVersion });
      return { ...report, aplicado: true };
    } catch (error) {
      // Another writer was first: look again.
      const conflict = error instanceof AppError && error.code === 'conflict';
      if (!conflict || turn === turns) throw error;
    }
  }
}

interface Examination {
  readonly user: User;
  readonly thresholds: readonly StoredThreshold[];
  readonly lines: readonly FileLine[];
}

async function examine(
  pool: pg.Pool,
  { user, thresholds, lines }: Examination,
): Promise<ImportReport> {
  const targets = lines.flatMap(({ umbral }) => (umbral ? [toTarget(umbral.objetivo)] : []));
  const catalogue = await loadTargets(pool, { targets, matchIds: [] });
  const byId = new Map(thresholds.map((threshold) => [threshold.id, threshold]));
  const limits: AppError[] = [];
  const lineas = lines.map((line): ImportLine => {
    const before = line.id === null ? undefined : byId.get(line.id);
    const { outcome, faults } = tryLine(line, { user, before, catalogue, limits });
    return { linea: line.line, id: line.id, resultado: outcome, errores: faults };
  });
  const count = (outcome: ImportLine['resultado']) =>
    lineas.filter(({ resultado }) => resultado === outcome).length;
  const total = {
    crear: count('crear'),
    cambiar: count('cambiar'),
    igual: count('igual'),
    rechazar: count('rechazar'),
  };
  const tooMany = sizeRefusal(user, thresholds.length, thresholds.length + total.crear);
  const limit = tooMany ?? limits[0];
  return {
    aplicado: false,
    total,
    lineas,
    limite: limit
      ? { error: limit.message, requiredPlan: limit.extras.requiredPlan ?? null }
      : null,
  };
}

interface LineContext {
  readonly user: User;
  readonly before: StoredThreshold | undefined;
  readonly catalogue: TargetLookup;
  /** Plan refusals met on the way. */
  readonly limits: AppError[];
}

/** A settings plan with this one threshold alone: the same rules, and only its own faults. */
function tryLine(
  { id, umbral, faults }: FileLine,
  { user, before, catalogue, limits }: LineContext,
): { outcome: ImportLine['resultado']; faults: string[] } {
  if (umbral === null || faults.length > 0) return { outcome: 'rechazar', faults: [...faults] };
  const { frecuencia } = user;
  try {
    const { changes } = diffSettings(
      { partidos: [], umbrales: { [id ?? 'nuevo']: umbral }, frecuencia },
      {
        now: new Date(),
        plan: plans[user.plan],
        catalogue,
        stored: { partidos: [], frecuencia, thresholds: before ? [before] : [] },
      },
    );
    const change = changes[0]?.kind;
    return { outcome: !change ? 'igual' : change === 'create' ? 'crear' : 'cambiar', faults: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'plan_limit') limits.push(error);
    const messages = error.extras.fields?.map(({ message }) => message) ?? [error.message];
    return { outcome: 'rechazar', faults: messages };
  }
}

function sizeRefusal({ plan, frecuencia }: User, before: number, after: number): AppError | null {
  const size = (thresholds: number) => ({ matches: 0, thresholds, frecuencia });
  try {
    enforceSizes(plans[plan], size(before), size(after));
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** A fault of a line says more than the plan's limit does, and comes first. */
function refuseFaults({ lineas, limite }: ImportReport): void {
  const refused = lineas.filter(({ errores }) => errores.length > 0);
  const first = refused.find(({ errores }) => errores[0] !== limite?.error);
  if (first) {
    const fields = refused.slice(0, 50).map(({ linea, errores }) => ({
      path: `linea ${linea}`,
      message: errores.join(' '),
    }));
    const message = `Línea ${first.linea}: ${first.errores[0]} No se ha importado nada.`;
    throw new AppError('rule_broken', message, { fields });
  }
  if (limite)
    throw new AppError(
      'plan_limit',
      limite.error,
      limite.requiredPlan ? { requiredPlan: limite.requiredPlan } : {},
    );
}
