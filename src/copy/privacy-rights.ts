/** Privacy policy sections: data security, user rights, cookies and browser storage. */
import { heading, type LegalSection, list, paragraph } from './legal.ts';

export const dataSecurity: LegalSection = {
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

export const userRights: LegalSection = {
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

export const cookies: LegalSection = {
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
      'Una copia de la aplicación, sin datos tuyos, para que se abra sin conexión.',
      '«vigia-nearby-announcement»: que no quieres oír qué precios se acercan a tu línea. Solo existe si lo apagas.',
    ),
    paragraph(
      'Google, en la ventana con la que entras, y Stripe, en su página de pago, usan sus propias cookies según sus políticas. Puedes borrar lo guardado desde los ajustes de tu navegador: tendrás que iniciar sesión otra vez y volver a elegir el tema.',
    ),
  ],
};
