/** The main journeys of a user, in steps that any browser can be driven through. */
import { password } from '#tests/support/identity.ts';
import { findConfirmationLink } from '#tests/support/mailbox.ts';
import { keys, type Page } from './page.ts';

export interface Step {
  readonly title: string;
  run(page: Page): Promise<void>;
}

export function journeyOf(origin: string, email: string): readonly Step[] {
  return [
    {
      title: 'registers, after every message of an empty form',
      async run(page) {
        await page.open('/register');
        await page.press('button', 'Crear cuenta');
        await page.seeText('El nombre de usuario es requerido');
        await page.fill({ label: 'Nombre de usuario' }, 'lucia');
        await page.fill({ label: 'Correo electrónico' }, email);
        await page.fill({ label: 'Contraseña' }, password);
        await page.fill({ label: 'Confirmar contraseña' }, password);
        await page.press('button', 'Crear cuenta');
        await page.expectPath('/dashboard');
        await page.seeText('Confirma tu correo.');
      },
    },
    {
      title: 'searches matches, clears the search, and watches one',
      async run(page) {
        await page.press('link', 'Partidos');
        await page.fill({ label: 'Buscar por equipo, ciudad o fase' }, 'xyzzy');
        await page.press('button', 'Quitar los filtros');
        await page.see({ role: 'button', name: /^Vigilar / });
        await page.expect('', () => location.search);
        await page.focus({ label: 'Orden' });
        await page.type('N');
        await page.expect('?orden=name', () => location.search);
        await page.press('button', /^Vigilar /);
        await page.see({ role: 'button', name: /^Dejar de vigilar / });
      },
    },
    {
      title: 'sees live prices and the chart of a match',
      async run(page) {
        await page.expect(
          true,
          () => document.querySelector('[class*="flashing-price_is-"]') !== null,
        );
        await page.press('link', / – /);
        await page.see({ role: 'button', name: 'Ver como tabla' });
        await page.see({ role: 'slider', name: /^Precio mínimo de .* en el tiempo$/ });
        await page.press('button', 'Ver como tabla');
        await page.see({ role: 'button', name: 'Ver como gráfica' });
      },
    },
    {
      title: 'creates a threshold as a sentence, and its alert arrives',
      async run(page) {
        await page.press('button', /^Crear umbral/);
        await page.see({ role: 'dialog', name: 'Crear umbral' });
        await page.expect(true, fieldsFitTheirText);
        await page.focus({ label: 'Condición' });
        await page.type('s');
        await page.expect('above', fieldValue, 'Condición');
        await page.fill({ label: 'Precio' }, '1');
        await page.type(keys.enter);
        await page.seeText('ya estaba por encima de');
        await page.open('/dashboard/alertas');
        await page.press('button', /^¿Por qué/);
        await page.seeText('Ya se cumplía cuando creaste el umbral.');
      },
    },
    {
      title: 'sets quiet hours, after a mistyped one',
      async run(page) {
        await page.open('/dashboard/configuracion');
        await page.press('switch', 'No avisarme a estas horas, ni por correo ni por otros canales');
        await page.fill({ label: 'Desde' }, `25${keys.tab}`);
        await page.seeText('Escribe una hora, por ejemplo 23:00.');
        await page.fill({ label: 'Desde' }, `22.30${keys.tab}`);
        await page.expect('22:30', fieldValue, 'Desde');
      },
    },
    {
      title:
        'confirms the address and buys a plan, after coming back from the payment page by its link and by Back',
      async run(page) {
        await page.open(await confirmationLink(origin, email));
        // The page of the link submits itself.
        await page.seeText(/confirmado/i);
        await page.open('/dashboard/plan');
        await page.press('button', 'Pasar a Premium');
        await page.see({ role: 'textbox', name: 'Número de tarjeta' });
        await page.press('link', 'Volver sin pagar');
        await page.seeText('No se ha cobrado nada.');
        await page.press('button', 'Pasar a Premium');
        await page.see({ role: 'textbox', name: 'Número de tarjeta' });
        // Restored as it was left: its buttons must work again.
        await page.back();
        await page.expectPath('/dashboard/plan');
        await page.press('button', 'Pasar a Premium');
        await page.fill({ label: 'Número de tarjeta' }, '4242 4242 4242 4242');
        await page.press('button', /^Pagar/);
        await page.seeText('Ya tienes Premium.');
      },
    },
    {
      title: 'reads the public pages, opens the contact form and closes it with Esc',
      async run(page) {
        for (const path of ['/how-it-works', '/terms', '/privacy']) {
          await page.open(path);
          await page.see({ role: 'heading', name: /./ });
        }
        await page.open('/support');
        await page.press('button', 'Contactar soporte');
        await page.see({ role: 'dialog', name: 'Contactar soporte' });
        await page.type(keys.escape);
        await page.expect(false, () => document.querySelector('dialog[open]') !== null);
        await page.open('/no-existe');
        await page.seeText('Página no encontrada');
      },
    },
    {
      title: 'keeps the session over a reload, signs out, is refused once and signs in',
      async run(page) {
        await page.open('/dashboard');
        await page.reload();
        await page.press('button', 'Cuenta');
        await page.press('menuitem', 'Cerrar sesión');
        await page.expectPath('/login');
        await page.fill({ label: 'Correo electrónico' }, email);
        await page.fill({ label: 'Contraseña' }, 'otra-cosa');
        await page.press('button', 'Iniciar sesión');
        await page.seeText(/contraseña/i);
        await page.fill({ label: 'Contraseña' }, password);
        await page.press('button', 'Iniciar sesión');
        await page.expectPath('/dashboard');
        await page.missText('Sin conexión.');
      },
    },
  ];
}

async function confirmationLink(origin: string, email: string): Promise<string> {
  const link = await findConfirmationLink(origin, email);
  if (link === null) throw new Error('no mail with a link to confirm the address');
  return link;
}

/** Runs in the page: the value of the field with this label. */
function fieldValue(label: string): string | undefined {
  const labels = [...document.querySelectorAll('label')];
  const control = labels.find(({ textContent }) => textContent.trim() === label)?.control;
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement
    ? control.value
    : undefined;
}

/** Runs in the page: every field of the sentence is as wide as its text, and no wider than its arrow or unit needs. */
function fieldsFitTheirText(): boolean {
  const slots = [...document.querySelectorAll<HTMLElement>('[data-text]')];
  return slots.every((slot) => {
    const sample = document.createElement('span');
    sample.textContent = slot.dataset.text ?? '';
    Object.assign(sample.style, { position: 'absolute', whiteSpace: 'pre' });
    slot.parentElement?.append(sample);
    const room = slot.clientWidth - sample.getBoundingClientRect().width;
    sample.remove();
    return room >= 0 && room < 48;
  });
}
