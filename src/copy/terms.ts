/** Terms and conditions: their sections in order. */
import { brand } from '#domain/brand.ts';
import { plans } from '#domain/plans.ts';
import { addedChannels } from './channel-kinds.ts';
import {
  heading,
  type LegalDocument,
  type LegalSection,
  list,
  paragraph,
  retentionAfterCancellation,
} from './legal.ts';
import { answeredWithin } from './response-time.ts';

const { basico, premium, elite } = plans;

const acceptance: LegalSection = {
  id: 'aceptacion',
  title: 'Aceptación',
  summary: 'Si usas Vigía, aceptas estas reglas. Puedes irte cuando quieras.',
  blocks: [
    paragraph(
      'Estos términos regulan el uso de Vigía, un servicio web que observa precios de coleccionables de partidos de fútbol. Al crear una cuenta, con tu correo o con Google, declaras que los has leído, que los aceptas y que tienes capacidad legal para contratar. Si no estás de acuerdo, no uses el servicio.',
    ),
    paragraph(
      `Vigía es independiente: no está afiliada a ${brand.unrelatedTo}, ni cuenta con su patrocinio o aprobación. Los nombres de equipos, torneos y mercados pertenecen a sus titulares y aparecen solo para identificar de qué partido se trata.`,
    ),
    paragraph(
      'Nada de lo que sigue limita los derechos que la ley te reconoce como consumidor y a los que no se puede renunciar.',
    ),
  ],
};

const service: LegalSection = {
  id: 'servicio',
  title: 'Descripción del servicio',
  summary:
    'Miramos precios y te avisamos por correo y por los canales que añadas. Ni compramos ni vendemos.',
  blocks: [
    paragraph(
      'Vigía lee precios publicados por terceros, los guarda y los compara con los umbrales que tú marcas. Cuando un precio cruza uno de ellos, prepara una alerta y te la envía por correo electrónico. También muestra el historial de precios, estadísticas del mercado y la lista de tus alertas con el motivo de cada una.',
    ),
    paragraph(
      'Los precios se leen de forma continua. La frecuencia de comprobación que eliges en Configuración decide cada cuánto reunimos lo que ha cruzado, en un solo mensaje por cada canal. Las alertas salen a la dirección de tu cuenta cuando la has confirmado, y a los canales que añadas; hasta que la confirmas se ven solo en la aplicación.',
    ),
    paragraph(
      'Cada alerta se envía hasta que la acepta uno de los canales que tengas activos o tu servidor de correo. Si ninguno funciona, espera: la ves en la aplicación y sale cuando alguno vuelve a funcionar, por otros canales durante treinta días. Que un servicio ajeno acepte un aviso no nos deja saber si te lo ha mostrado. Trabajamos para que no se repita, pero si un servidor falla a mitad de un envío preferimos escribirte dos veces a no escribirte: puede que en algún caso recibas el mismo aviso duplicado.',
    ),
    paragraph(
      'Vigía no vende coleccionables, no los compra por ti y no interviene en las operaciones que hagas en otros mercados, que se rigen por las condiciones de cada uno.',
    ),
  ],
};

const termsOfPayment: LegalSection = {
  id: 'pagos',
  title: 'Suscripciones y pagos',
  summary:
    'Tres planes. Los de pago se renuevan cada mes hasta que canceles, y cancelar vale al final del periodo.',
  blocks: [
    heading('Planes'),
    paragraph(
      `Toda cuenta empieza en ${basico.label}, que es gratis y ofrece vigilancia limitada y alertas básicas. ${premium.label} añade más partidos y mayor frecuencia. ${elite.label} da acceso completo. Los precios incluyen impuestos.`,
    ),
    { kind: 'plans' },
    paragraph(
      `Todos los planes avisan por correo y en el navegador. ${premium.label} añade ${addedChannels('premium')}, y una clave para un programa o un asistente; ${elite.label}, webhooks y ${elite.maxApiKeys} claves. Esos canales los prestan otros: su funcionamiento no depende de Vigía.`,
    ),
    paragraph(
      'La columna «Comprobación» indica la frecuencia más rápida que puedes elegir. Los límites afectan a lo que se vigila y se muestra, nunca a lo que se guarda: si pasas a un plan menor, lo que exceda sus límites queda en espera, no se borra.',
    ),
    heading('Facturación y renovación'),
    paragraph(
      'Los planes de pago se contratan por periodos de un mes y se pagan por adelantado con tarjeta. El cobro lo hace Stripe en su propia página: escribes ahí los datos de la tarjeta, y su número completo no pasa por Vigía ni se guarda en ella. Antes de pagar ves el total y la fecha de renovación.',
    ),
    paragraph(
      'La suscripción se renueva automáticamente en cada periodo y al mismo precio, con cargo a la misma tarjeta, hasta que la canceles. Si un cobro falla, te avisamos y conservas el plan 7\u00A0días mientras Stripe lo intenta de nuevo; si para entonces no se ha pagado, ese cobro se anula y tu cuenta pasa al plan ' +
        `${basico.label}. Un cambio de precio se anuncia por correo antes de la renovación a la que se aplique.`,
    ),
    paragraph(
      'Puedes pasar de un plan de pago a otro cuando quieras, y vale desde ese momento. Se descuenta lo que no has gastado del anterior: si falta algo por pagar, se cobra entonces; si sobra, se abona al próximo cobro. Ves el importe antes de confirmar.',
    ),
    heading('Cancelación'),
    paragraph(
      'Puedes cancelar en cualquier momento desde tu panel, en Plan, con «Cancelar suscripción». La cancelación tiene efecto al final del periodo en curso: hasta entonces conservas lo que has pagado y puedes deshacerla con «Mantener suscripción». Después no hay más cobros y tu cuenta pasa al plan ' +
        `${basico.label}. Si el periodo en curso está sin pagar, la cancelación vale en el acto y ese cobro se anula. Los periodos ya empezados no se devuelven en parte, salvo que la ley disponga otra cosa.`,
    ),
  ],
};

const data: LegalSection = {
  id: 'datos',
  title: 'Uso de datos y privacidad',
  summary: 'Usamos tus datos para prestarte el servicio, y para nada más.',
  blocks: [
    paragraph(
      'Tratamos tus datos según la ',
      { to: '/privacy', text: 'Política de privacidad' },
      ', que explica qué recogemos, con quién lo compartimos y cómo ejercer tus derechos. No vendemos tus datos ni mostramos publicidad.',
    ),
    paragraph(
      `Conservamos tus datos mientras tengas cuenta y durante ${retentionAfterCancellation} después de cancelarla, salvo que pidas antes su eliminación. En Configuración puedes descargarlos, cerrar la cuenta o eliminarla.`,
    ),
  ],
};

const limitations: LegalSection = {
  id: 'limites',
  title: 'Limitaciones y exención',
  summary:
    'Un precio puede llegar tarde o mal, y el servicio puede pararse. Nada de lo que ves es un consejo de inversión.',
  blocks: [
    heading('Exactitud de los datos'),
    paragraph(
      'Los precios, las unidades a la venta y los datos de los partidos vienen de terceros y pueden contener errores, retrasos u omisiones. Mostramos la hora de la última lectura para que sepas de cuándo es cada dato. Comprueba siempre el precio en el mercado de origen antes de comprar o vender.',
    ),
    heading('No es asesoramiento de inversión'),
    paragraph(
      'Los precios, las estadísticas y las alertas son información. No son una recomendación de compra o de venta ni asesoramiento financiero, fiscal o de inversión, y los precios pasados no predicen los futuros. Cuando decimos cuántas líneas como la tuya se cruzaron, contamos lo que ya pasó: no es un pronóstico. Las decisiones que tomes, y sus resultados, son tuyos.',
    ),
    heading('Disponibilidad'),
    paragraph(
      'Trabajamos para que el servicio esté siempre en marcha, pero no podemos garantizarlo: puede interrumpirse por mantenimiento, por fallos propios o porque no responda alguno de los servicios de los que depende (el mercado, el correo, la identidad o los pagos). Si una alerta se retrasa, la verás en tu historial con el estado de su envío.',
    ),
    paragraph(
      'En la medida en que la ley lo permite, Vigía no responde de las ganancias que dejes de obtener ni de las pérdidas derivadas de un precio equivocado o de una alerta que llegue tarde, se repita o no llegue. Esta limitación no alcanza a los daños causados con dolo o culpa grave.',
    ),
  ],
};

const responsibilities: LegalSection = {
  id: 'responsabilidades',
  title: 'Responsabilidades del usuario',
  summary: 'Cuida tu contraseña y usa el servicio de forma normal.',
  blocks: [
    paragraph('Al usar Vigía te comprometes a:'),
    list(
      'Dar un correo electrónico válido y tuyo, y mantenerlo al alcance: ahí llegan las alertas y los avisos de tu cuenta.',
      'Guardar tu contraseña, no compartir tu cuenta y avisarnos si crees que alguien la usa sin permiso.',
      'No revender las alertas ni los datos, ni extraerlos de forma masiva o automatizada por medios distintos de la exportación y las claves que ofrece tu plan.',
      'No intentar eludir los límites de tu plan, por ejemplo con varias cuentas.',
      'No atacar el servicio, sobrecargarlo ni buscar acceso a datos de otras personas.',
    ),
    paragraph(
      'Si hay abuso, podemos suspender la cuenta. Mientras está suspendida puedes entrar, ver y descargar tus datos, cancelar tu suscripción y cerrar o eliminar la cuenta, pero no cambiar nada más ni recibir alertas. Te diremos el motivo y podrás responder desde el ',
      { to: '/support', text: 'Centro de ayuda' },
      '.',
    ),
  ],
};

const changes: LegalSection = {
  id: 'cambios',
  title: 'Cambios y terminación',
  summary: 'Si algo importante cambia, te escribimos antes. Cerrar tu cuenta depende solo de ti.',
  blocks: [
    heading('Cambios'),
    paragraph(
      'Podemos modificar estos términos para reflejar cambios del servicio o de la ley. Si el cambio te afecta, te lo diremos por correo antes de que se aplique. Si no lo aceptas, puedes cancelar tu suscripción y cerrar tu cuenta; seguir usando el servicio después de esa fecha supone aceptarlo.',
    ),
    heading('Terminación'),
    paragraph(
      `Puedes terminar esta relación cuando quieras desde Configuración. «Cerrar mi cuenta» detiene las alertas y la renovación de tu plan, y conserva tus datos durante ${retentionAfterCancellation}, por si vuelves. «Eliminar mi cuenta» los borra sin esperar y cancela tu plan en el acto.`,
    ),
    paragraph(
      'Podemos cerrar una cuenta por un incumplimiento grave o repetido de estos términos, o dejar de prestar el servicio. En este último caso lo anunciaremos por correo con antelación suficiente para que descargues tus datos y no cobraremos periodos que no vayas a poder usar. Las cláusulas que por su naturaleza deban continuar seguirán en vigor.',
    ),
  ],
};

const contact: LegalSection = {
  id: 'contacto',
  title: 'Contacto',
  summary: `Respondemos por correo en ${answeredWithin}.`,
  blocks: [
    paragraph(
      'Para cualquier pregunta sobre estos términos escríbenos desde el ',
      { to: '/support', text: 'Centro de ayuda' },
      `. Respondemos por correo electrónico en un plazo de ${answeredWithin}.`,
    ),
    { kind: 'support-address' },
  ],
};

export const terms: LegalDocument = {
  title: 'Términos y condiciones',
  sections: [
    acceptance,
    service,
    termsOfPayment,
    data,
    limitations,
    responsibilities,
    changes,
    contact,
  ],
  sibling: { to: '/privacy', text: 'Privacidad' },
};
