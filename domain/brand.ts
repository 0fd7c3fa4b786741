/** Name and tagline of the product. */
export const brand = {
  name: 'Vigía',
  tagline: 'Tú marcas la línea. Nosotros miramos.',
} as const;

/** The brand's font for pages outside the app's build, which knows its file under a hashed name. */
export const brandFontPath = '/archivo.woff2';
