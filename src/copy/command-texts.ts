/** Texts of the command menu and of the help of keys. */
import { counted } from './format.ts';

const thresholds = (amount: number): string => counted(amount, 'umbral', 'umbrales');

export const commandCopy = {
  open: 'Buscar y comandos',
  title: 'Buscar y comandos',
  hint: 'Un partido, una sección o una acción',
  results: 'Resultados',
  none: 'Nada coincide.',
  found: (amount: number) => counted(amount, 'resultado', 'resultados'),
  failed: 'No se ha podido cargar. Comprueba la conexión y vuelve a intentarlo.',

  groups: { sections: 'Ir a', actions: 'Hacer', matches: 'Partidos' },
  create: 'Crear umbral',
  createMany: 'Crear varios umbrales',
  pauseAll: 'Pausar todos los umbrales',
  notPaused: 'No se han podido pausar.',
  noMatches: 'Todavía no hay partidos.',
  paused: (amount: number) => `${thresholds(amount)} en pausa.`,
  undo: 'Deshacer',
  theme: 'Cambiar de tema',
  keys: 'Ver los atajos de teclado',
  help: 'Ayuda',

  keysTitle: 'Atajos de teclado',
  keyboard: {
    menu: 'Buscar y comandos',
    create: 'Crear umbral',
    theme: 'Cambiar de tema',
    keys: 'Estos atajos',
    goTo: (section: string) => `Ir a ${section}`,
  },
  sequence: 'y luego',
} as const;
