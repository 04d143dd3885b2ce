import type { DeskTexts } from './en.js';

export const deskDe: DeskTexts = {
  title: 'Schreibtisch',
  choose: 'Shop wählen',
  no_role: 'Sie haben hier keine Rolle',
  no_role_text: (email) =>
    `Niemand hat ${email} in das Team eines Shops aufgenommen, oder die Rolle ist beendet. Fragen Sie den Inhaber des Shops.`,
  sign_out: 'Abmelden',
  sign_out_everywhere: 'Überall abmelden',
};
