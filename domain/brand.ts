/** Name and tagline of the product. */
export const brand = {
  name: 'Vigía',
  tagline: 'Tú marcas la línea. Nosotros miramos.',
  /** To whom it has no relation, in every sentence that says so. */
  unrelatedTo: 'clubes, federaciones, torneos ni mercados oficiales',
} as const;

/** The brand's font for pages outside the app's build, which knows its file under a hashed name. */
export const brandFontPath = '/archivo.woff2';
