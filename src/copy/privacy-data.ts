/** Privacy policy sections: data collected, their use, and with whom they are shared. */
import { heading, type LegalSection, list, paragraph } from './legal.ts';

export const informationCollected: LegalSection = {
  id: 'informacion',
  title: 'Información que recogemos',
  summary:
    'Lo que hace falta para tu cuenta y tus alertas. El número completo de tu tarjeta nunca llega a nosotros.',
  blocks: [
    heading('Datos de la cuenta'),
    paragraph(
      'Tu correo electrónico, tu nombre de usuario, la fecha de alta, el estado de la cuenta y tu plan. Si entras con Google, recibimos de Google tu correo y el nombre de tu cuenta. Si entras con contraseña, la guarda y la comprueba el servicio de identidad: Vigía no la conserva.',
    ),
    heading('Perfil y preferencias de vigilancia'),
    paragraph(
      'Los partidos que vigilas, tus umbrales, la frecuencia de comprobación, las horas de silencio con su zona horaria, si tu correo está confirmado o dado de baja, si quieres un resumen semanal, y si has terminado los primeros pasos. También el historial de las alertas que te hemos enviado, con el precio que las causó y el estado de su envío. Si añades canales, su nombre y su dirección, que guardamos cifrada; si creas claves, su nombre, su permiso y su huella, nunca la clave.',
    ),
    heading('Datos de pago, en manos del proveedor'),
    paragraph(
      'Si contratas un plan de pago, escribes los datos de la tarjeta en la página de Stripe. El número completo no pasa por Vigía. Nosotros guardamos solo lo que Stripe nos comunica: los identificadores de cliente y de suscripción, el plan, el periodo en curso, tus facturas y el estado y el importe de los cobros; de la tarjeta, la marca, las cuatro últimas cifras y la caducidad, para que sepas cuál usas.',
    ),
    heading('Datos de uso y técnicos'),
    paragraph(
      'Los registros del servidor anotan la fecha, la dirección pedida y el resultado, para mantener el servicio en marcha y encontrar fallos. Tu dirección IP se cuenta en el momento para limitar los abusos, y Vigía no la guarda. No usamos herramientas de analítica ni de publicidad, y los correos no llevan píxeles que nos digan si los has abierto.',
    ),
    paragraph(
      'Si escribes a soporte, recibimos tu nombre, tu correo, el asunto, la prioridad y el mensaje.',
    ),
  ],
};

export const useOfInformation: LegalSection = {
  id: 'uso',
  title: 'Uso de la información',
  summary: 'Para prestarte el servicio, cobrar si contratas un plan y responderte. Nada más.',
  blocks: [
    paragraph('Usamos tus datos para:'),
    list(
      'Crear tu cuenta, reconocerte al entrar y mantener tu sesión.',
      'Vigilar los partidos que eliges, comparar sus precios con tus umbrales y enviarte alertas y, si lo pides, un resumen semanal.',
      'Aplicar los límites de tu plan y gestionar su cobro, renovación y cancelación.',
      'Enviarte los correos imprescindibles de tu cuenta, como la confirmación de tu dirección y, si tienes un plan de pago, los recibos.',
      'Responder a lo que preguntas a soporte.',
      'Proteger el servicio de abusos, diagnosticar fallos y cumplir la ley.',
    ),
    paragraph(
      'Tratamos tus datos porque hacen falta para cumplir el contrato contigo; los registros técnicos, por el interés legítimo en un servicio seguro; y las facturas, por obligación legal. No hacemos perfiles publicitarios ni tomamos decisiones automatizadas con efectos legales sobre ti.',
    ),
  ],
};

export const sharing: LegalSection = {
  id: 'comparticion',
  title: 'Con quién compartimos información',
  summary:
    'Con los proveedores que hacen funcionar el servicio, y solo lo que cada uno necesita. No vendemos tus datos.',
  blocks: [
    heading('Proveedor de pagos'),
    paragraph(
      'Stripe procesa los pagos con tarjeta. Recibe de nosotros tu correo, un identificador de tu cuenta y el plan que contratas; de ti, los datos de la tarjeta y la dirección que haga falta para calcular el impuesto.',
    ),
    heading('Proveedor de autenticación y almacenamiento'),
    paragraph(
      'Google, a través de Firebase, comprueba tu identidad (correo y contraseña, o tu cuenta de Google) y guarda el documento de tu perfil: correo, nombre, plan, estado y configuración.',
    ),
    heading('Proveedores de correo'),
    paragraph(
      'Las alertas y los avisos de tu cuenta salen por un proveedor de correo (SMTP), que conoce tu dirección y el contenido del mensaje para poder entregarlo. El formulario de contacto se envía con EmailJS, que recibe lo que escribes en él y nos lo hace llegar por correo. El correo para recuperar la contraseña lo envía Firebase.',
    ),
    heading('Canales que tú eliges'),
    paragraph(
      'Si añades un canal, quien lo presta recibe cada alerta que sale por él: el partido, el precio, tu umbral y la nota que le hayas puesto. Son Telegram y Discord; el servidor de ntfy o de Gotify que indiques; el servicio de avisos de tu navegador (de Google, Mozilla, Microsoft o Apple), que la recibe cifrada y no puede leerla; y, con un webhook, la dirección que tú escribas. Puedes quitar cada canal en Configuración.',
    ),
    paragraph(
      'Algunos de estos proveedores pueden tratar datos fuera de tu país, con las garantías que exige la ley. Fuera de ellos, solo entregamos datos cuando nos obliga una autoridad competente. No compartimos nada con los mercados cuyos precios leemos.',
    ),
  ],
};
