import type { DeskTexts } from './en.js';

export const deskIt: DeskTexts = {
  title: 'Scrivania',
  choose: 'Scegli un negozio',
  no_role: 'Non ha alcun ruolo qui',
  no_role_text: (email) =>
    `Nessuno ha aggiunto ${email} al personale di un negozio, o il ruolo è terminato. Chieda al titolare del negozio.`,
  sign_out: 'Esci',
  sign_out_everywhere: 'Esci ovunque',
};
