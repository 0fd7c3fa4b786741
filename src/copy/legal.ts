/** What a legal page is made of, and the words both pages share. */

/** A run of text; `to` makes it a link inside the product. */
export type LegalText = string | { readonly to: string; readonly text: string };

export type LegalBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: readonly LegalText[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** The plans with their prices and limits, as the product applies them. */
  | { readonly kind: 'plans' }
  /** The address support reads, which configuration decides. */
  | { readonly kind: 'support-address' };

export interface LegalSection {
  /** Its anchor, part of addresses people may have kept. */
  readonly id: string;
  readonly title: string;
  /** One or two sentences anyone understands. */
  readonly summary: string;
  readonly blocks: readonly LegalBlock[];
}

export interface LegalDocument {
  readonly title: string;
  readonly sections: readonly LegalSection[];
  /** The other legal page, in the foot of this one. */
  readonly sibling: { readonly to: string; readonly text: string };
}

export const heading = (text: string): LegalBlock => ({ kind: 'heading', text });
export const paragraph = (...text: readonly LegalText[]): LegalBlock => ({
  kind: 'paragraph',
  text,
});
export const list = (...items: readonly string[]): LegalBlock => ({ kind: 'list', items });

/** How long data are kept after an account is cancelled (specification, section 9). */
export const keptAfterCancellation = '3\u00A0años';
/** The promise of support (specification, section 9). */
export const answeredWithin = '24\u00A0horas';

export const legalCopy = {
  back: 'Volver a iniciar sesión',
  updated: 'Última actualización:',
  today: 'hoy',
  contents: 'Contenido',
  inShort: 'En corto.',
  independent:
    'Vigía es un producto independiente. No tiene relación con clubes, federaciones, torneos ni mercados oficiales.',
  otherPages: 'Páginas relacionadas',
  help: 'Ayuda',
  supportAddress: 'Correo de soporte:',
} as const;

export const planTable = {
  caption: 'Precio y límites de cada plan',
  plan: 'Plan',
  price: 'Al mes',
  matches: 'Partidos',
  thresholds: 'Umbrales',
  fastestCheck: 'Comprobación',
  noLimit: 'sin límite',
} as const;
