/** Name and tagline of the product, in the one place that holds them. */
export const brand = {
  name: 'Vigía',
  tagline: 'Tú marcas la línea. Nosotros miramos.',
} as const;
