/** Articles of the help centre, in four categories. */
import { settingsPath, thresholdFilesPath } from '#domain/app-links.ts';
import { plans } from '#domain/plans.ts';
import { addedChannels } from './channel-kinds.ts';
import { count, money } from './format.ts';
import { everyText } from './settings.ts';

export interface Article {
  /** URL fragment: `/support#confirmar-correo`. */
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Screen the article is about, when it is one. */
  readonly place?: { readonly path: string; readonly label: string };
}

export interface ArticleCategory {
  readonly title: string;
  readonly articles: readonly Article[];
}

const { basico, premium, elite } = plans;
const settings = { path: settingsPath(), label: 'Abrir Configuración' };
const channels = { path: settingsPath('canales'), label: 'Abrir tus canales' };
const programs = { path: settingsPath('programas'), label: 'Abrir Programas' };
const account = { path: settingsPath('cuenta'), label: 'Abrir tu cuenta' };
const files = { path: thresholdFilesPath, label: 'Importar o exportar umbrales' };
const matches = { path: '/dashboard/partidos', label: 'Abrir Partidos' };
const alerts = { path: '/dashboard/alertas', label: 'Abrir Alertas' };
const plan = { path: '/dashboard/plan', label: 'Abrir Plan' };

const inWords = ({
  maxMatches,
  maxThresholds,
  fastestCheckSeconds,
}: (typeof plans)[keyof typeof plans]) =>
  `${maxMatches === null ? 'partidos sin límite' : `${maxMatches} partidos`} y ${count(maxThresholds)} umbrales; la comprobación más rápida, ${everyText(fastestCheckSeconds)}`;
const price = (cents: number) => money(cents, 'EUR');

const categories = [
  {
    title: 'Configuración inicial',
    articles: [
      {
        id: 'confirmar-correo',
        title: 'Crear tu cuenta y confirmar el correo',
        paragraphs: [
          'En la pantalla de inicio de sesión pulsa «Regístrate» y elige nombre de usuario, correo y contraseña, o entra con «Continuar con Google». Empiezas en Básico, sin tarjeta.',
          'Después te enviamos un correo con un enlace: síguelo para confirmar que la dirección es tuya. Hasta entonces tus alertas se ven en la aplicación, pero esperan para salir por correo. En cuanto confirmas, sale lo que esperaba. Si entras con una cuenta de Google ya verificada, no hay nada que confirmar.',
          '¿No encuentras el correo? Mira en spam o pide otro en Configuración con «Reenviar enlace».',
        ],
        place: settings,
      },
      {
        id: 'elegir-partidos',
        title: 'Elegir tus primeros partidos',
        paragraphs: [
          'En Partidos están todos los del torneo. Busca por equipo, ciudad o fase y pulsa «Vigilar» en los que te interesan: aparecerán en tu Resumen con su precio y su cambio en 24 h.',
          `En ${basico.label} puedes vigilar ${basico.maxMatches} partidos; en ${premium.label}, ${premium.maxMatches}; en ${elite.label}, todos. Con «Dejar de vigilar» liberas un sitio cuando quieras.`,
        ],
        place: matches,
      },
      {
        id: 'primer-umbral',
        title: 'Marcar tu primer umbral',
        paragraphs: [
          'Abre un partido, pulsa «Crear umbral» y completa la frase: qué coleccionable, qué condición y qué precio. Por ejemplo: «Avísame si Categoría 2 baja de 180 €».',
          'Antes de guardar ves, con precios reales, cuántas veces habría saltado en los últimos 30 días. Si son demasiadas o ninguna, mueve la línea. Si al guardar ya se cumple, te avisamos una vez en ese momento.',
          'El umbral se cierra solo cuando empieza el partido.',
        ],
        place: matches,
      },
      {
        id: 'en-el-movil',
        title: 'Llevar Vigía en el móvil',
        paragraphs: [
          'Vigía se abre en el navegador del móvil, sin tienda de aplicaciones. En Android, el menú del navegador ofrece «Instalar aplicación»; en iPhone y iPad, pulsa Compartir y «Añadir a pantalla de inicio».',
          'Para recibir avisos con la página cerrada, abre Vigía en el móvil y pulsa «Avisarme también con Vigía cerrada» en Configuración. En iPhone y iPad hace falta haberla añadido antes a la pantalla de inicio.',
          'Cada móvil u ordenador se añade por separado: así puedes quitar uno sin tocar los demás.',
        ],
        place: channels,
      },
      {
        id: 'claves-y-asistentes',
        title: 'Usar Vigía desde un programa o un asistente',
        paragraphs: [
          `Con una clave, un programa tuyo lee precios, umbrales y alertas por la API, y si le das permiso crea y cambia umbrales. En ${premium.label} puedes tener ${premium.maxApiKeys}; en ${elite.label}, ${elite.maxApiKeys}.`,
          'Créala en Configuración y cópiala entonces: solo se muestra una vez. Debajo tienes una petición y la configuración de un asistente (MCP) listas para copiar.',
          'Una clave nunca ve tus pagos, tus canales ni tu cuenta. Si se te escapa, revócala: deja de valer en un segundo.',
        ],
        place: programs,
      },
    ],
  },
  {
    title: 'Gestión de alertas',
    articles: [
      {
        id: 'condiciones',
        title: 'Baja de, sube de y otras condiciones',
        paragraphs: [
          '«Baja de» y «sube de» saltan cuando el precio más bajo a la venta llega a tu línea o la pasa. Llegar justo también cuenta.',
          '«Cambia un» salta cuando el precio se mueve ese porcentaje, arriba o abajo, desde el último aviso o, si aún no lo hubo, desde que creaste el umbral. «Es el mínimo de» salta cuando el precio es menor que todos los de esos días.',
          `Las dos primeras están en todos los planes. Los cambios, los mínimos y «El más barato del partido» llegan con ${premium.label} y ${elite.label}.`,
        ],
        place: matches,
      },
      {
        id: 'una-sola-vez',
        title: 'Por qué una alerta avisa una sola vez',
        paragraphs: [
          'Un precio que va y viene alrededor de tu línea mandaría un correo en cada vaivén. Por eso, después de avisar, el umbral espera a que el precio se aleje un margen, el 3 % si no eliges otro, y solo entonces puede volver a avisar.',
          'Ejemplo: con «baja de 180 €», tras el aviso el umbral espera a que el precio alcance 185,40 €. Si después vuelve a bajar de 180 €, recibes otro aviso. El margen se cambia al crear o editar el umbral.',
        ],
        place: settings,
      },
      {
        id: 'lineas-como-esta',
        title: 'Cómo se calcula qué pasó con líneas como la tuya',
        paragraphs: [
          'Cuando tu línea es un precio de un coleccionable, decimos cuántas líneas como esa se cruzaron: «41 de cada 100 líneas como esta se cruzaron en 7 días». Es una cuenta de lo que ya pasó en este mercado, no un pronóstico ni un consejo.',
          'Dos líneas se parecen cuando están igual de lejos para lo que se mueve su precio. Medimos cuánto ha variado cada coleccionable de un día a otro en los últimos 30 días. Un 5 % es mucho para uno que apenas cambia y poco para uno que salta cada día.',
          'Cada noche miramos todos los coleccionables: desde el precio que tenían hace 1, 7 y 30 días, hasta dónde bajaron y hasta dónde subieron. Cada uno es un caso. Los recientes cuentan más: a los diez días, un caso cuenta la mitad. Los días sin lecturas no cuentan.',
          'Con menos de 200 casos, o con un mercado del que tenemos menos de 30 días, no damos ninguna cifra. Si el partido empieza antes de que pasen los días, contamos hasta el inicio.',
        ],
        place: matches,
      },
      {
        id: 'pausas-y-silencio',
        title: 'Pausar, silenciar y horas de silencio',
        paragraphs: [
          'Pausar un umbral lo detiene hasta que lo reanudas. Silenciarlo lo detiene 24 horas; puedes hacerlo desde el propio correo. Mientras tanto no se compara con ningún precio, y al volver empieza de nuevo.',
          'Las horas de silencio son otra cosa: los precios se siguen comparando, y el aviso de lo que cruce sale cuando terminan, también si ya estaba en camino.',
          'Un canal puede quedar fuera de las horas de silencio: márcalo debajo de ellas, y por ese te llegará también de noche.',
          'Si además quieres un repaso cada lunes, con los mínimos y máximos de lo que vigilas y lo que ha saltado, actívalo en «Tu semana». La semana en que no hay nada que contar, no sale.',
        ],
        place: settings,
      },
      {
        id: 'canales',
        title: 'Recibir alertas por Telegram, Discord y otros canales',
        paragraphs: [
          `Además del correo, tus alertas pueden llegarte a este navegador aunque Vigía esté cerrada, con todos los planes. ${premium.label} añade ${addedChannels('premium')}; ${elite.label}, un webhook: JSON firmado, a la dirección que digas.`,
          'Añade un canal en Configuración y lo probamos en el momento. Cada alerta sale por todos los que tengas activos, salvo que su umbral elija otros. Para Telegram te damos un enlace a nuestro bot; para Discord pegas la dirección de un webhook de tu servidor; para ntfy eliges un tema.',
          'Si una prueba no llega, el canal lo dice y puedes corregir su dirección. Tras tres rechazos seguidos lo detenemos y te escribimos.',
        ],
        place: channels,
      },
      {
        id: 'importar-y-exportar',
        title: 'Importar o exportar tus umbrales',
        paragraphs: [
          'En Umbrales, «Importar o exportar umbrales» lee un archivo CSV o JSON. Primero lo probamos y te decimos, línea por línea, qué se crearía, qué cambiaría y qué no se entiende; nada cambia hasta que lo confirmas.',
          `Exportar en CSV y JSON está en ${premium.label} y ${elite.label}. Lo exportado se puede volver a importar.`,
        ],
        place: files,
      },
    ],
  },
  {
    title: 'Facturación y pagos',
    articles: [
      {
        id: 'planes',
        title: 'Qué incluye cada plan',
        paragraphs: [
          `${basico.label} es gratis: ${inWords(basico)}.`,
          `${premium.label} cuesta ${price(premium.monthlyPriceCents)} al mes, impuestos incluidos: ${inWords(premium)}. Añade todas las condiciones, más canales, una clave para programas, un año de historial y exportar en CSV y JSON.`,
          `${elite.label} cuesta ${price(elite.monthlyPriceCents)} al mes, impuestos incluidos: ${inWords(elite)}. Ves el historial completo, y añade webhooks y ${elite.maxApiKeys} claves.`,
          'Un plan limita lo que se muestra y se vigila, nunca lo que se guarda: si bajas de plan no se borra nada.',
        ],
        place: plan,
      },
      {
        id: 'facturas',
        title: 'Descargar tus facturas',
        paragraphs: [
          'En Plan están el periodo actual, el próximo cargo y la lista de tus facturas; cada una se abre en otra pestaña, y desde ella la descargas.',
          'Los pagos los hace nuestro proveedor de pagos con tarjeta: Vigía no ve ni guarda el número completo de tu tarjeta, solo sus cuatro últimas cifras. Si una factura tiene un error, escríbenos con su fecha y lo corregimos.',
        ],
        place: plan,
      },
      {
        id: 'suscripcion',
        title: 'Cancelar o mantener la suscripción',
        paragraphs: [
          'La suscripción se renueva sola en cada periodo. En Plan, «Cancelar suscripción» te dice la fecha en que termina: hasta ese día conservas todo lo que has pagado y no se cobra nada más.',
          `Hasta esa fecha puedes arrepentirte con «Mantener suscripción». Después pasas a ${basico.label} y tus umbrales y partidos de más quedan en pausa, sin borrarse.`,
        ],
        place: plan,
      },
    ],
  },
  {
    title: 'Solución de problemas',
    articles: [
      {
        id: 'no-llegan-correos',
        title: 'No llegan los correos',
        paragraphs: [
          'Primero, mira en Alertas. Si el aviso está, dice qué pasa con su correo: espera tu próxima comprobación, está en cola, se ha enviado o no ha llegado. Si no está, el precio no ha cruzado tu línea.',
          'Si se ha enviado, busca en spam y marca a Vigía como remitente seguro. Si espera, comprueba que tu correo está confirmado y que no estás en tus horas de silencio.',
          'En Configuración, «Enviar correo de prueba» te dice en un minuto si los correos llegan a tu dirección.',
        ],
        place: alerts,
      },
      {
        id: 'precios-con-retraso',
        title: 'Precios con retraso',
        paragraphs: [
          'En Resumen ves la hora de la última lectura del mercado. Si es de hace rato, el mercado no ha respondido: lo decimos arriba, mantenemos el último precio conocido y seguimos intentándolo. No hace falta recargar la página.',
          'Tus umbrales siguen activos y se comparan con la siguiente lectura en cuanto llega. Un precio que haya cruzado y vuelto entre dos lecturas no se ve: nadie lo ha observado.',
        ],
      },
      {
        id: 'no-puedo-iniciar-sesion',
        title: 'No puedo iniciar sesión',
        paragraphs: [
          'Con «¿Olvidaste tu contraseña?» te enviamos un enlace para elegir otra; mira también en spam. Si creaste la cuenta con Google, no tiene contraseña: entra con «Continuar con Google».',
          'Si la ventana de Google no se abre, permite las ventanas emergentes para este sitio. Si lees «Demasiados intentos», espera unos minutos antes de probar otra vez.',
          'Si nada sirve, escríbenos desde «Contactar soporte» con el correo de tu cuenta. Nunca te pediremos la contraseña.',
        ],
      },
      {
        id: 'correo-y-cuenta',
        title: 'Cambiar de correo, cerrar o eliminar tu cuenta',
        paragraphs: [
          'En Configuración, «Cambiar dirección de correo» te pide la contraseña y envía un enlace a la nueva. Hasta que lo abras todo sigue en la de ahora; después entras con la nueva, y a la anterior le decimos que ha cambiado.',
          '«Cerrar mi cuenta» para tus umbrales y conserva tus datos tres años, por si vuelves. «Eliminar mi cuenta» lo borra todo en el momento y no se puede deshacer: descarga antes tus datos si quieres conservar algo.',
          'Si alguien ha entrado en tu cuenta, cambia la contraseña, pulsa «Cerrar en todas partes» y borra las claves y los canales que no sean tuyos.',
        ],
        place: account,
      },
    ],
  },
] as const satisfies readonly ArticleCategory[];

export const articleCategories: readonly ArticleCategory[] = categories;
/** Links name articles by it, so that a dead one does not compile. */
export type ArticleId = (typeof categories)[number]['articles'][number]['id'];
