/** Name and tagline of the product. */
export const brand = {
  name: 'Vigía',
  tagline: 'Tú marcas la línea. Nosotros miramos.',
} as const;
