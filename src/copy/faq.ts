/** The six frequently asked questions of the help centre. Figures come from domain/plans.ts. */
import { plans } from '#domain/plans.ts';
import { everyText } from './settings.ts';

export interface Question {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

const { basico, premium, elite } = plans;
const fastest = ({ fastestCheckSeconds }: { fastestCheckSeconds: number }) =>
  everyText(fastestCheckSeconds);

export const questions: readonly Question[] = [
  {
    id: 'configurar-alerta',
    question: '¿Cómo creo un umbral?',
    answer:
      'Un umbral es el precio al que quieres recibir una alerta. Abre un partido, pulsa «Crear umbral» y completa la frase: «Avísame si Categoría 2 baja de 180 €». Antes de guardar ves cuántas veces habría saltado en los últimos 30 días.',
  },
  {
    id: 'no-recibo-correos',
    question: '¿Por qué no recibo los correos?',
    answer:
      'Confirma tu correo en Configuración y mira la carpeta de spam. En Alertas, cada aviso dice si su correo se ha enviado, espera o no ha llegado; y desde Configuración puedes pedir un correo de prueba.',
  },
  {
    id: 'cambiar-plan',
    question: '¿Cómo cambio de plan?',
    answer: `En Plan, elige «Pasar a ${premium.label}» o «Pasar a ${elite.label}» y paga con tarjeta. Los nuevos límites valen en cuanto se confirma el pago.`,
  },
  {
    id: 'cancelar',
    question: '¿Puedo cancelar cuando quiera?',
    answer: `Sí, desde Plan. Conservas lo pagado hasta el final del periodo y después pasas a ${basico.label}. Hasta ese día puedes pulsar «Mantener suscripción».`,
  },
  {
    id: 'tiempo-real',
    question: '¿Los precios son en tiempo real?',
    answer: `Cada lectura del mercado llega a tu pantalla en cuanto se guarda, y su hora está siempre a la vista. Cada lectura se compara con tus umbrales; lo que los cruza sale por correo o por tus otros canales en tu siguiente comprobación: ${fastest(basico)} en ${basico.label}, hasta ${fastest(premium)} en ${premium.label} y hasta ${fastest(elite)} en ${elite.label}.`,
  },
  {
    id: 'no-puedo-entrar',
    question: 'No puedo entrar en mi cuenta',
    answer:
      'Usa «¿Olvidaste tu contraseña?» en la pantalla de inicio de sesión. Si te registraste con Google, entra con «Continuar con Google». Si sigue sin funcionar, escríbenos desde «Contactar soporte».',
  },
];
