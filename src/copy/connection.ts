/** Texts of the connection banner: connection lost, restored, or stream limit reached. */
import { relativeTime } from './format.ts';

export const connectionCopy = {
  lost: 'Sin conexión.',
  age: (lastActivityAtMs: number, now: Date) =>
    `Ves datos de ${relativeTime(new Date(lastActivityAtMs), now).replace(/^ahora$/, 'hace un momento')}.`,
  noDataYet: 'Aún no ha llegado ningún dato.',
  promise:
    'Tus alertas siguen activas: se comprueban en el servidor. Los cambios que hagas ahora no se guardan.',
  back: 'Conexión recuperada.',
  streamLimitReached: 'Ya tienes tres pestañas en directo.',
  streamLimitHint: 'En esta, los precios se leen al abrirla. Cierra otra y seguirá sola.',
} as const;
