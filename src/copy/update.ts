/** Texts of a new version of the app. */
export const updateCopy = {
  updated: 'Hay una versión nueva de Vigía.',
  reload: 'Recargar',
} as const;
