/** That Vigía belongs to nobody whose tickets it watches; at the foot of every public page and of the dashboard. */
import { brand } from '#domain/brand.ts';

export const independence = `${brand.name} es un producto independiente. No tiene relación con ${brand.unrelatedTo}.`;
