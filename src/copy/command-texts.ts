/** Texts of the command menu and of the help of keys. */
import { counted } from './format.ts';

const thresholds = (amount: number): string => counted(amount, 'umbral', 'umbrales');

export const commandCopy = {
  open: 'Buscar',
  title: 'Buscar y comandos',
  hint: 'Un partido, un umbral, un ajuste o una acción',
  results: 'Resultados',
  none: 'Nada coincide.',
  found: (amount: number) => counted(amount, 'resultado', 'resultados'),

  groups: {
    sections: 'Ir a',
    actions: 'Hacer',
    settings: 'Configuración',
    matches: 'Partidos',
    thresholds: 'Umbrales',
    collectibles: 'Coleccionables',
  },
  /** By URL fragment: its name, and other words it is searched by. */
  settings: [
    ['canales', 'Canales', 'avisos correo navegador móvil telegram discord ntfy gotify webhook'],
    ['frecuencia', 'Frecuencia de comprobación', ''],
    ['silencio', 'Horas de silencio', 'noche'],
    ['semana', 'Resumen de los lunes', 'semanal'],
    ['nombre', 'Nombre de usuario', ''],
    ['correo', 'Dirección de correo', 'cambiar email'],
    ['clave', 'Contraseña', 'cambiar'],
    ['datos', 'Cerrar sesión en todas partes', 'dispositivos'],
    ['datos', 'Descargar mis datos', ''],
    ['datos', 'Cerrar o eliminar mi cuenta', 'borrar baja'],
    ['claves', 'Claves', 'programas api token'],
    ['mcp', 'Asistentes', 'mcp programas ia'],
    ['accesibilidad', 'Accesibilidad', 'lector pantalla'],
  ],
  files: 'Importar o exportar umbrales',
  filesWords: 'csv json archivo',
  signOut: 'Cerrar sesión',
  signOutWords: 'salir',
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
    /** Of the lists of thresholds and of alerts. */
    lists: [
      ['En una lista, fila siguiente', ['j']],
      ['En una lista, fila anterior', ['k']],
      ['Seleccionar un umbral, o ver por qué llegó una alerta', ['x']],
      ['Editar un umbral, o ver una alerta en la gráfica', ['e']],
    ],
    goTo: (section: string) => `Ir a ${section}`,
  },
  sequence: 'y luego',
} as const;
