/** Privacy policy: its sections in order. */
import {
  type LegalDocument,
  type LegalSection,
  list,
  paragraph,
  retentionAfterCancellation,
} from './legal.ts';
import { informationCollected, sharing, useOfInformation } from './privacy-data.ts';
import { cookies, dataSecurity, userRights } from './privacy-rights.ts';
import { answeredWithin } from './response-time.ts';

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
