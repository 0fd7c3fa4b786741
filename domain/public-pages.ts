/** Titles and descriptions of the public pages, for tabs, search engines and shared links. */
import { brand } from './brand.ts';

export interface PublicPage {
  readonly title: string;
  readonly description: string;
}

export const publicPages = {
  '/': {
    title: brand.tagline,
    description:
      'Vigila precios de coleccionables de partidos y recibe un correo cuando cruzan tu línea.',
  },
  '/login': {
    title: 'Iniciar sesión',
    description:
      'Entra en Vigía para ver tus partidos, tus umbrales y las alertas que han llegado.',
  },
  '/register': {
    title: 'Crear cuenta',
    description: 'Empieza gratis en Vigía: elige tus partidos, marca tu línea y espera el correo.',
  },
  '/how-it-works': {
    title: 'Cómo funciona',
    description:
      'En cinco pasos: elige partidos, marca tu línea, mira cómo se acerca el precio y recibe un solo correo por cruce.',
  },
  '/terms': {
    title: 'Términos y condiciones',
    description: 'Las condiciones de Vigía: servicio, planes, pagos, cancelación y límites.',
  },
  '/privacy': {
    title: 'Política de privacidad',
    description: 'Qué datos guarda Vigía, para qué, con quién los comparte y cómo los borras.',
  },
  '/support': {
    title: 'Centro de ayuda',
    description: 'Respuestas sobre alertas, correos, planes y cuentas, y cómo escribirnos.',
  },
} as const satisfies Record<string, PublicPage>;

export type PublicPath = keyof typeof publicPages;

/** Static pages, the same for every visitor: sent as prerendered HTML that needs no JavaScript. */
export const prerenderedPages = [
  '/how-it-works',
  '/terms',
  '/privacy',
  '/support',
] as const satisfies readonly PublicPath[];

export type PrerenderedPath = (typeof prerenderedPages)[number];

export function isPrerendered(path: string): path is PrerenderedPath {
  return prerenderedPages.some((page) => page === path);
}

/** @returns null for pages behind a sign-in and for unknown paths */
export function publicPageAt(path: string): PublicPage | null {
  return Object.hasOwn(publicPages, path) ? publicPages[path as PublicPath] : null;
}
