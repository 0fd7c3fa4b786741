/** Privacy policy: its sections in order. */
import {
  heading,
  type LegalDocument,
  type LegalSection,
  list,
  paragraph,
  retentionAfterCancellation,
} from './legal.ts';
import { answeredWithin } from './response-time.ts';

const informationCollected: LegalSection = {
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

const useOfInformation: LegalSection = {
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

const sharing: LegalSection = {
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

const dataSecurity: LegalSection = {
  id: 'seguridad',
  title: 'Seguridad de los datos',
  summary: 'Ciframos las conexiones, limitamos quién accede y hacemos copias de seguridad.',
  blocks: [
    heading('Cifrado'),
    paragraph(
      'La conexión entre tu navegador y Vigía va cifrada (HTTPS), igual que las conexiones con los proveedores de identidad, documentos y pagos. El correo viaja cifrado siempre que el servidor que lo recibe lo admite. La contraseña la guarda el servicio de identidad, nunca en claro.',
    ),
    heading('Verificación en dos pasos'),
    paragraph(
      'Quienes administran el servicio acceden a los sistemas con verificación en dos pasos. Si entras con Google, se aplica la verificación en dos pasos que tengas activada en tu cuenta de Google. Vigía no ofrece por ahora una verificación propia para las cuentas con contraseña: elige una larga que no uses en otro sitio.',
    ),
    heading('Copias de seguridad'),
    paragraph(
      'Hacemos copias de seguridad periódicas de la base de datos para poder recuperar el servicio tras una avería. Tienen acceso restringido y se borran cuando caducan.',
    ),
    paragraph(
      'Ningún sistema es infalible. Si una brecha de seguridad pusiera en riesgo tus datos, te avisaríamos a ti y a la autoridad competente en los plazos que marca la ley.',
    ),
  ],
};

const userRights: LegalSection = {
  id: 'derechos',
  title: 'Tus derechos',
  summary:
    'Puedes ver, corregir, llevarte y borrar tus datos, y dejar de recibir correos. Casi todo, tú mismo y al momento.',
  blocks: [
    heading('Acceso'),
    paragraph(
      'Tus partidos, umbrales y alertas están siempre a la vista en Vigía. En Configuración, «Descargar mis datos» te da una copia completa de lo que guardamos de ti.',
    ),
    heading('Rectificación'),
    paragraph(
      'Puedes cambiar tu nombre, tu correo, tus preferencias y tu contraseña en Configuración. Si hay un dato equivocado que no puedes cambiar ahí, pídenoslo desde el ',
      { to: '/support', text: 'Centro de ayuda' },
      '.',
    ),
    heading('Eliminación'),
    paragraph(
      'En Configuración, «Eliminar mi cuenta» borra tus datos sin esperar al plazo de conservación. Si prefieres marcharte y poder volver, «Cerrar mi cuenta» detiene las alertas y conserva los datos durante ese plazo.',
    ),
    heading('Portabilidad'),
    paragraph(
      'El archivo de «Descargar mis datos» está en JSON, un formato que otros programas pueden leer, para que te lo lleves a donde quieras.',
    ),
    heading('Oposición y baja'),
    paragraph(
      'Cada correo de alerta lleva un enlace para darte de baja con un clic, sin iniciar sesión. En Configuración puedes apagar todas las alertas por correo, y en Umbrales pausar solo algunas, sin dejar de tener cuenta. Los correos imprescindibles de la cuenta, como los que tú pides, no dependen de esa baja.',
    ),
  ],
};

const cookies: LegalSection = {
  id: 'cookies',
  title: 'Cookies',
  summary:
    'Vigía no pone cookies propias: usa el almacenamiento de tu navegador, y solo para lo imprescindible y para recordar tus elecciones.',
  blocks: [
    heading('Esenciales'),
    paragraph(
      'Hacen falta para mantener tu sesión y proteger el servicio. Se guardan en el almacenamiento local:',
    ),
    list(
      '«authToken»: la credencial de tu sesión mientras está abierta. Se renueva sola y desaparece al cerrar la sesión.',
      '«firebase:…»: lo que el servicio de identidad necesita para reconocerte cuando vuelves. La sesión desaparece al cerrar la sesión.',
      '«vigia-contact-rate-limit»: la hora de tus últimos mensajes a soporte, para evitar envíos abusivos.',
    ),
    heading('De rendimiento'),
    paragraph('Ninguna. No medimos tu navegación ni usamos servicios de analítica.'),
    heading('De funcionalidad'),
    list(
      '«vigia-theme»: el tema que has elegido, claro u oscuro. Solo existe si lo cambias.',
      '«vigia-last-prices»: los últimos precios de lo que vigilas, con tus umbrales, para verlos sin conexión. Desaparece al cerrar la sesión.',
      '«vigia-push-channel» y «vigia-push»: que los avisos llegan a este navegador, y por qué dirección. Solo existen si los activas; desaparecen al quitarlos o al cerrar la sesión.',
      'Una copia de la aplicación, sin datos tuyos, para que se abra sin conexión.',
      '«vigia-nearby-announcement»: que no quieres oír qué precios se acercan a tu línea. Solo existe si lo apagas.',
    ),
    paragraph(
      'Google, en la ventana con la que entras, y Stripe, en su página de pago, usan sus propias cookies según sus políticas. Puedes borrar lo guardado desde los ajustes de tu navegador: tendrás que iniciar sesión otra vez y volver a elegir el tema.',
    ),
  ],
};

const retention: LegalSection = {
  id: 'conservacion',
  title: 'Conservación de los datos',
  summary: `Guardamos tus datos mientras tengas cuenta y ${retentionAfterCancellation} más, salvo que pidas antes que los borremos.`,
  blocks: [
    paragraph(
      `Conservamos los datos de tu cuenta mientras esté abierta. Si la cierras, los guardamos durante ${retentionAfterCancellation} desde la cancelación y después los borramos. Durante ese tiempo no se usan para enviarte alertas; si vuelves a entrar, los encuentras como los dejaste, con los umbrales en pausa.`,
    ),
    paragraph('Ese plazo termina antes, o no alcanza a todo, en estos casos:'),
    list(
      'Si eliges «Eliminar mi cuenta», borramos tus datos sin esperar: primero los nuestros y, en cuanto responden, los que guardan los servicios de identidad y de documentos.',
      `De tus facturas conservamos ${retentionAfterCancellation} más el número, la fecha, los importes y el estado, sin nada que diga de quién eran. Stripe guarda las que emitió el tiempo que exige la ley.`,
      'Lo ya borrado puede seguir en una copia de seguridad hasta que esa copia caduca; no se recupera para otro fin que reparar una avería.',
      'Los precios del mercado no son datos personales y se conservan aunque te vayas.',
    ),
  ],
};

const changes: LegalSection = {
  id: 'cambios',
  title: 'Cambios en esta política',
  summary: 'Si cambia algo que te afecta, te escribimos antes.',
  blocks: [
    paragraph(
      'Podemos actualizar esta política cuando cambie el servicio, alguno de los proveedores o la ley. Si el cambio afecta a cómo tratamos tus datos, te lo diremos por correo antes de que se aplique, y pediremos tu consentimiento cuando la ley lo exija. La versión vigente está siempre en esta página.',
    ),
  ],
};

const contact: LegalSection = {
  id: 'contacto',
  title: 'Contacto',
  summary: `Escríbenos y respondemos por correo en ${answeredWithin}.`,
  blocks: [
    paragraph(
      'El responsable del tratamiento es quien presta el servicio Vigía. Para cualquier pregunta sobre tus datos, o para ejercer un derecho que no encuentres en Configuración, escríbenos desde el ',
      { to: '/support', text: 'Centro de ayuda' },
      `. Respondemos por correo electrónico en un plazo de ${answeredWithin}. Si crees que no hemos tratado bien tus datos, puedes reclamar ante la autoridad de protección de datos de tu país.`,
    ),
    { kind: 'support-address' },
  ],
};

export const privacy: LegalDocument = {
  title: 'Política de privacidad',
  sections: [
    informationCollected,
    useOfInformation,
    sharing,
    dataSecurity,
    userRights,
    cookies,
    retention,
    changes,
    contact,
  ],
  sibling: { to: '/terms', text: 'Términos' },
};
