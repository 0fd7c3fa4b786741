/** Texts of the keys for programs. */
import { failed } from './failed.ts';
import { counted, longDate, relativeTime } from './format.ts';
import { seePlans } from './see-plans.ts';

export const keysCopy = {
  title: 'Claves',
  loading: 'Cargando tus claves',
  lead: 'Para que un programa o un asistente tuyo use Vigía por ti: ver precios y alertas, y crear umbrales. Nunca tu plan, tus pagos, tus canales ni tu cuenta.',
  apiTitle: 'API',
  apiLead: 'Lee precios, umbrales y alertas por HTTP, con una de tus claves en lugar de TU_CLAVE.',
  docs: 'Documentación de la API',
  copyRequest: 'Copiar petición',
  mcpTitle: 'Asistentes (MCP)',
  mcpLead:
    'Para que un asistente mire precios y cree umbrales por ti: pega esto en su configuración, con una de tus claves.',
  copyMcp: 'Copiar configuración',
  list: 'Tus claves',
  none: 'Aún no tienes ninguna.',
  ended: (instant: string) =>
    `El ${longDate(instant)} borramos las que había, porque tu correo se confirmó o cambió. Crea otras si te hacen falta.`,
  used: (used: number, max: number) => `${used} de ${counted(max, 'clave', 'claves')}`,
  full: 'Ya tienes todas las que incluye tu plan. Revoca una para crear otra.',
  notIncluded: 'Desde el plan Premium.',
  seePlans,
  confirmFirst: 'Para crear una, confirma antes tu correo.',
  create: 'Crear clave',
  name: 'Nombre',
  nameHint: 'Para qué es, por ejemplo «Mi hoja de cálculo».',
  nameMissing: 'Escribe un nombre, por ejemplo «Mi hoja de cálculo».',
  scope: 'Permiso',
  scopes: { read: 'Solo lectura', write: 'Lectura y escritura' },
  scopeNotes: {
    read: 'Ver precios, umbrales y alertas.',
    write: 'Además, crear, cambiar y borrar umbrales, y elegir qué partidos sigues.',
  },
  expiry: 'Caduca',
  expiries: { never: 'Nunca', '30': 'En 30 días', '90': 'En 90 días', '365': 'En un año' },
  shownOnce: 'Copia la clave ahora: solo guardamos su huella, y no se vuelve a mostrar.',
  copyKey: 'Copiar clave',
  done: 'Listo',
  cancel: 'Cancelar',
  lastUse: (instant: string) => `Usada ${relativeTime(instant)}`,
  unused: 'Sin usar',
  expires: (instant: string) => `Caduca el ${longDate(instant)}`,
  expired: 'Caducada',
  overPlan: 'En pausa: tu plan no la incluye',
  revoke: 'Revocar',
  revokeName: (name: string) => `Revocar ${name}`,
  revokeLead: (name: string) =>
    `Lo que use «${name}» deja de funcionar en un segundo. No se puede deshacer; siempre puedes crear otra.`,
  revoked: (name: string) => `Clave revocada: ${name}.`,
  failed,
} as const;

export type KeyExpiry = keyof typeof keysCopy.expiries;

const placeholder = 'TU_CLAVE';

/** A first request for a terminal. @param origin of the API */
export const requestSnippet = (origin: string): string =>
  `curl -H "Authorization: Bearer ${placeholder}" "${origin}/api/monitoring/matches?limit=5"`;

/** What most assistants take, in JSON. @param origin of the MCP server */
export const mcpSnippet = (origin: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        vigia: {
          type: 'http',
          url: `${origin}/mcp`,
          headers: { Authorization: `Bearer ${placeholder}` },
        },
      },
    },
    null,
    2,
  );
