import type { DeskTexts } from './en.js';

export const deskEs: DeskTexts = {
  title: 'Escritorio',
  choose: 'Elegir una tienda',
  no_role: 'No tiene ningún rol aquí',
  no_role_text: (email) =>
    `Nadie ha añadido ${email} al equipo de una tienda, o el rol ha terminado. Pregunte al propietario de la tienda.`,
  sign_out: 'Cerrar sesión',
  sign_out_everywhere: 'Cerrar todas las sesiones',
};
