/** Sentences of the threshold builder. */
import type { Condition } from '#domain/threshold.ts';

export const thresholdForm = {
  create: 'Crear umbral',
  edit: 'Editar umbral',
  save: 'Guardar umbral',
  remove: 'Borrar umbral',
  removeSure: 'Borrar el umbral',
  keep: 'Conservarlo',
  cancel: 'Cancelar',
  close: 'Cerrar',
  start: 'Avísame si',
  target: 'Coleccionable',
  condition: 'Condición',
  band: 'Margen para volver a avisar',
  bandHint:
    'Después de un aviso, el umbral se rearma cuando el precio se aleja este margen de tu línea. Así no recibes un correo por cada vaivén.',
  already: 'Si al guardarlo ya se cumple, te avisamos una vez en ese momento.',
  closes: 'Se cierra solo cuando empieza el partido.',
  upgrade:
    'Tu plan Básico avisa cuando un precio baja o sube de una línea. Cambios, mínimos y el más barato de un partido llegan con Premium.',
} as const;

export const valueLabels: Record<Condition, string> = {
  below: 'Precio',
  above: 'Precio',
  change: 'Porcentaje',
  low: 'Días',
};

export const draftProblems = {
  price: 'Escribe solo números, por ejemplo 180 o 180,50.',
  percent: 'Escribe un porcentaje entre 0,01 y 1000, por ejemplo 5.',
  days: 'Escribe los días, de 1 a 365.',
  band: 'Escribe un margen entre 0 y 50, por ejemplo 3.',
} as const;
