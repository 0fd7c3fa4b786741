/** That Vigía belongs to nobody whose tickets it watches; at the foot of every public page. */
export const independence =
  'Vigía es un producto independiente. No tiene relación con clubes, federaciones, torneos ni mercados oficiales.';
