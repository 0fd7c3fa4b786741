/** Texts of the connection banner: no network, no answer, no stream, restored, or stream limit reached. */
import { clockTime, relativeTime } from './format.ts';

export const connectionCopy = {
  lost: 'Sin conexión.',
  age: (lastActivityAtMs: number, now: Date) =>
    `Ves datos de ${relativeTime(new Date(lastActivityAtMs), now).replace(/^ahora$/, 'hace un momento')}.`,
  promise:
    'Tus alertas siguen activas: se comprueban en el servidor. Los cambios que hagas ahora no se guardan.',
  unanswered: (lastActivityAtMs: number | null) =>
    lastActivityAtMs === null
      ? 'Vigía no responde.'
      : `Vigía no responde desde las ${clockTime(new Date(lastActivityAtMs))}.`,
  unknown:
    'Puede ser tu conexión o el servidor. No sabemos si tus alertas se están comprobando, y los cambios que hagas ahora no se guardan.',
  polled: 'Los precios no llegan en directo.',
  polledHint: 'Algo entre este navegador y Vigía no los deja pasar; los leemos cada medio minuto.',
  back: 'Conexión recuperada.',
  streamLimitReached: 'Ya tienes tres pestañas en directo.',
  streamLimitHint: 'En esta, los precios se leen al abrirla. Cierra otra y seguirá sola.',
} as const;
