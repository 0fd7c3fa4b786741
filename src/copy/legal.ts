/** Document model of the legal pages, and the texts both share. */
import { retentionYears } from '#domain/account-retention.ts';

/** A run of text; `to` makes it a link inside the product. */
export type LegalText = string | { readonly to: string; readonly text: string };

export type LegalBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: readonly LegalText[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** The plans with their prices and limits, as the product applies them. */
  | { readonly kind: 'plans' }
  /** The support e-mail address, from the configuration. */
  | { readonly kind: 'support-address' };

export interface LegalSection {
  /** URL fragment. Do not change: users may have bookmarked it. */
  readonly id: string;
  readonly title: string;
  /** One or two plain sentences. */
  readonly summary: string;
  readonly blocks: readonly LegalBlock[];
}

export interface LegalDocument {
  readonly title: string;
  readonly sections: readonly LegalSection[];
  /** Link to the other legal page, in the footer. */
  readonly sibling: { readonly to: string; readonly text: string };
}

export const heading = (text: string): LegalBlock => ({ kind: 'heading', text });
export const paragraph = (...text: readonly LegalText[]): LegalBlock => ({
  kind: 'paragraph',
  text,
});
export const list = (...items: readonly string[]): LegalBlock => ({ kind: 'list', items });

/** How long data are retained after an account is closed. */
export const retentionAfterCancellation = `${retentionYears}\u00A0años`;

export const legalCopy = {
  back: 'Volver a iniciar sesión',
  backToDashboard: 'Volver al resumen',
  updated: 'Última actualización:',
  today: 'hoy',
  contents: 'Contenido',
  inShort: 'En corto.',
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
