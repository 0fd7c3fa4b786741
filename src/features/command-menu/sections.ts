/** Sections of the signed-in area, with the key that follows `g`. */
export interface SectionShortcut {
  readonly label: string;
  readonly to: string;
  readonly key: string;
}

export const sectionShortcuts: readonly SectionShortcut[] = [
  { label: 'Resumen', to: '/dashboard', key: 'r' },
  { label: 'Partidos', to: '/dashboard/partidos', key: 'p' },
  { label: 'Umbrales', to: '/dashboard/umbrales', key: 'u' },
  { label: 'Alertas', to: '/dashboard/alertas', key: 'a' },
  { label: 'Configuración', to: '/dashboard/configuracion', key: 'c' },
  { label: 'Plan', to: '/dashboard/plan', key: 'l' },
];
