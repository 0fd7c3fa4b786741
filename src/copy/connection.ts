/** What is said while the server is out of reach, and when it is back. */
import { relativeTime } from './format.ts';

export const connectionCopy = {
  lost: 'Sin conexión.',
  age: (heardAtMs: number, now: Date) =>
    `Ves datos de ${relativeTime(new Date(heardAtMs), now).replace(/^ahora$/, 'hace un momento')}.`,
  unheard: 'Aún no ha llegado ningún dato.',
  promise:
    'Tus alertas siguen activas: se comprueban en el servidor. Los cambios que hagas ahora no se guardan.',
  back: 'Conexión recuperada.',
  crowded: 'Ya tienes tres pestañas en directo.',
  crowdedNote: 'En esta, los precios se leen al abrirla. Cierra otra y seguirá sola.',
} as const;
