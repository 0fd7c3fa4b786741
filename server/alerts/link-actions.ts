/** What a signed link of a mail or message does, and how its page takes that back; each is idempotent. */
import type pg from 'pg';
import { settingsPath } from '#domain/app-links.ts';
import type { Threshold, ThresholdPatch } from '#domain/threshold.ts';
import { AppError } from '../base/errors.ts';
import { setSummaryDueAt } from '../db/alerts/weekly-summaries.ts';
import { inTransaction } from '../db/transaction.ts';
import { findUser, lockUser, type User, updateNotifications } from '../db/users/users.ts';
import { formatInstant, mailTimeZone } from '../mail/format.ts';
import type { LinkClaims } from '../mail/signed-links.ts';
import { nextSummaryAt } from '../mail/weekly-schedule.ts';
import { changeThreshold } from '../settings/change-threshold.ts';
import { toThreshold } from '../settings/settings-mapper.ts';

/** As the links say. */
const snoozeMs = 24 * 3_600_000;

export interface ActionLink {
  readonly purpose: Exclude<LinkClaims['purpose'], 'confirm'>;
  readonly uid: string;
  /** The threshold's id; empty where it is about none. */
  readonly subject: string;
}

interface Said {
  readonly title: string;
  readonly text: string;
}

interface LinkAction {
  /** What its page says and offers before it acts. */
  readonly offer: Said & { readonly button: string };
  /** Where its pages lead, besides. */
  readonly leadsTo: { readonly path: string; readonly words: string };
  /** @returns what is so now; null when its threshold is gone @throws AppError whatever saving the settings answers */
  act(pool: pg.Pool, link: ActionLink): Promise<Said | null>;
  undo(pool: pg.Pool, link: ActionLink): Promise<Said | null>;
}

const undone = (text: string): Said => ({ title: 'Deshecho', text });

/** Changes the link's threshold as its owner would. */
async function change(
  pool: pg.Pool,
  { uid, subject: id }: ActionLink,
  patchOf: (threshold: Threshold, now: Date) => ThresholdPatch | null,
): Promise<Said | null> {
  const user = await findUser(pool, uid);
  if (user === null || user.estado === 'eliminado') return null;
  try {
    const { threshold } = await changeThreshold(pool, { uid, id }, (stored, now) =>
      patchOf(toThreshold(stored, now), now),
    );
    return describeState(threshold, user);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

function describeState({ pause, snoozedUntil }: Threshold, { notifications }: User): Said {
  if (pause !== null || snoozedUntil === null)
    return { title: 'Umbral en pausa', text: 'No lo comprobaremos hasta que lo reanudes.' };
  const until = formatInstant(new Date(snoozedUntil), mailTimeZone(notifications.quietHours));
  return {
    title: 'Umbral en silencio',
    text: `No lo comprobaremos hasta el ${until}. Después vuelve solo.`,
  };
}

const changeUser = (
  pool: pg.Pool,
  { uid }: ActionLink,
  write: (client: pg.PoolClient, user: User) => Promise<void>,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const user = await lockUser(client, uid);
    if (user !== null) await write(client, user);
  });

const setMail = (pool: pg.Pool, link: ActionLink, mail: 'on' | 'off'): Promise<void> =>
  changeUser(pool, link, async (client, { uid, notifications }) => {
    if (notifications.mail !== mail)
      await updateNotifications(client, uid, { ...notifications, mail });
  });

const toThresholds = { path: '/dashboard/umbrales', words: 'Ver tus umbrales' };
const toSettings = (section: string) => ({
  path: settingsPath(section),
  words: 'Ir a la configuración',
});
const restored = (said: Said | null): Said | null => said && undone('El umbral queda como estaba.');

export const linkActions: Readonly<Record<ActionLink['purpose'], LinkAction>> = {
  snooze: {
    offer: {
      title: 'Silenciar este umbral 24\u00a0h',
      text: 'Durante 24\u00a0horas no lo comprobaremos. Después vuelve solo.',
      button: 'Silenciar 24\u00a0h',
    },
    leadsTo: toThresholds,
    act: (pool, link) =>
      change(pool, link, ({ pause, snoozedUntil }, now) =>
        pause !== null || snoozedUntil !== null
          ? null
          : { snoozedUntil: new Date(now.getTime() + snoozeMs).toISOString() },
      ),
    undo: async (pool, link) =>
      restored(
        await change(pool, link, ({ snoozedUntil }) =>
          snoozedUntil === null ? null : { snoozedUntil: null },
        ),
      ),
  },
  pause: {
    offer: {
      title: 'Pausar este umbral',
      text: 'Dejaremos de comprobarlo hasta que lo reanudes.',
      button: 'Pausar este umbral',
    },
    leadsTo: toThresholds,
    act: (pool, link) =>
      change(pool, link, ({ pause }) => (pause === null ? { pause: 'user' } : null)),
    undo: async (pool, link) =>
      restored(
        await change(pool, link, ({ pause }) => (pause === 'user' ? { pause: null } : null)),
      ),
  },
  unsubscribe: {
    offer: {
      title: 'Dejar de recibir alertas',
      text: 'No te enviaremos más alertas por correo. Seguirás viéndolas en Vigía.',
      button: 'Dejar de recibir alertas',
    },
    leadsTo: toSettings('canales'),
    async act(pool, link) {
      await setMail(pool, link, 'off');
      return {
        title: 'No recibirás más alertas',
        text: 'No te enviaremos más alertas por correo. Puedes volver a activarlas en tu configuración.',
      };
    },
    async undo(pool, link) {
      await setMail(pool, link, 'on');
      return undone('Vuelves a recibir tus alertas por correo.');
    },
  },
  'stop-summary': {
    offer: {
      title: 'Dejar de recibir el resumen',
      text: 'No te enviaremos más resúmenes semanales. Tus alertas siguen como estaban.',
      button: 'Dejar de recibir el resumen',
    },
    leadsTo: toSettings('semana'),
    async act(pool, { uid }) {
      await setSummaryDueAt(pool, uid, null);
      return {
        title: 'No recibirás más resúmenes',
        text: 'No te enviaremos más resúmenes semanales. Puedes volver a pedirlos en tu configuración.',
      };
    },
    async undo(pool, link) {
      await changeUser(pool, link, async (client, { uid, notifications, ...user }) => {
        const zone = mailTimeZone(notifications.quietHours);
        if (user.weeklySummaryDueAt === null)
          await setSummaryDueAt(client, uid, nextSummaryAt(user.readAt, zone));
      });
      return undone('Vuelves a recibir el resumen de los lunes.');
    },
  },
};
