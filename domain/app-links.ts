/** Links to pages of the app, as paths: for its own, and after its origin for mails and messages. */

const pathWith = (path: string, query: Readonly<Record<string, string | undefined>>): string => {
  const fields = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(fields as [string, string][]).toString();
  return text === '' ? path : `${path}?${text}`;
};

/** A match, with the chart of a collectible, or the form of a threshold of theirs. */
export const matchPath = (
  id: string,
  {
    collectible,
    threshold,
  }: {
    readonly collectible?: string | undefined;
    readonly threshold?: string;
  } = {},
): string =>
  pathWith(`/dashboard/partidos/${encodeURIComponent(id)}`, { c: collectible, umbral: threshold });

/** The matches that are watched. */
export const watchedMatchesPath = pathWith('/dashboard/partidos', { vigilados: '1' });

/** The history of alerts: one of them open, or those of a threshold alone. */
export const alertsPath = (of: { readonly alert?: string; readonly threshold?: string }): string =>
  pathWith('/dashboard/alertas', { alerta: of.alert, umbral: of.threshold });

export const pausedThresholdsPath = pathWith('/dashboard/umbrales', { estado: 'pausado' });
/** The dialog that makes several at once. */
export const newThresholdsPath = pathWith('/dashboard/umbrales', { crear: 'varios' });
/** The dialog that imports and exports them. */
export const thresholdFilesPath = pathWith('/dashboard/umbrales', { archivo: 'umbrales' });

/** A part or a section of the settings, by its fragment. */
export const settingsPath = (section?: string): string =>
  `/dashboard/configuracion${section === undefined ? '' : `#${section}`}`;
