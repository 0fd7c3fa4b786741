/** Texts of the link to a collectible's page at the marketplace. */
export const marketPageCopy = {
  label: 'Ver en el mercado',
  newTab: 'se abre en otra pestaña',
} as const;
