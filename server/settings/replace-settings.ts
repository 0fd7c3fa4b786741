/** PUT /api/users/config: a document of settings as changes of rows. Nothing else compares documents. */
import type pg from 'pg';
import type { ThresholdChange } from '#contract/thresholds.ts';
import type { ConfiguracionInput, Settings } from '#contract/users.ts';
import { AppError } from '../base/errors.ts';
import { listThresholds, type StoredThreshold } from '../db/users/thresholds.ts';
import { changeSettings } from './change-settings.ts';
import { toSettings } from './settings-mapper.ts';

/**
 * @param replacement.ifVersion the version the client read; null = replace unconditionally
 * @throws AppError `conflict` with what is stored when the version is another, and what changing the settings answers
 */
export function replaceSettings(
  pool: pg.Pool,
  uid: string,
  { sent, ifVersion }: { readonly sent: ConfiguracionInput; readonly ifVersion: number | null },
): Promise<Settings> {
  const { partidos, frecuencia } = sent;
  return changeSettings(pool, uid, {
    write({ user, thresholds }) {
      if (ifVersion !== null && ifVersion !== user.settingsVersion)
        throw new AppError('conflict', 'Tu configuración cambió en otra pestaña. Recárgala.', {
          stored: toSettings(user, thresholds),
        });
      return { partidos, frecuencia, changes: changesTo(sent.umbrales, thresholds) };
    },
    result: async (client, { user }) => toSettings(user, await listThresholds(client, uid)),
  });
}

function changesTo(
  umbrales: ConfiguracionInput['umbrales'],
  thresholds: readonly StoredThreshold[],
): ThresholdChange[] {
  const storedIds = new Set(thresholds.map(({ id }) => id));
  const gone = thresholds.filter(({ id }) => !Object.hasOwn(umbrales, id));
  return [
    ...gone.map(({ id }) => ({ kind: 'delete', id }) as const),
    ...Object.entries(umbrales).map(([id, threshold]) =>
      storedIds.has(id)
        ? ({ kind: 'change', id, patch: threshold } as const)
        : ({ kind: 'create', id, threshold, watch: false } as const),
    ),
  ];
}
