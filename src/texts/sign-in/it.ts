import type { SignInMailTexts, SignInTexts } from './en.js';

export const signInIt: SignInTexts = {
  title: 'Accedi',
  arriving: 'Un momento',
  go_on: 'Continua',
  intro: 'Inserisca il Suo indirizzo e-mail. Riceverà un’e-mail con un link e un codice.',
  send: 'Invia link e codice',
  sent: 'Controlli la posta',
  sent_text: (email) =>
    `Se ${email} appartiene al personale di un negozio, è in arrivo un’e-mail con un link e un codice. Entrambi valgono 15 minuti e solo in questo browser.`,
  sent_to: (email) =>
    `È in arrivo a ${email} un’e-mail con un link e un codice. Entrambi valgono 15 minuti e solo in questo browser.`,
  mail_off: 'Questo portale non invia e-mail, quindi nessuno può accedere. Il gestore può cambiarlo.',
  code: 'Codice dell’e-mail',
  use_code: 'Accedi',
  other_address: 'Usa un altro indirizzo',
  link_text: 'Prema il pulsante per completare l’accesso.',
  link_button: 'Accedi',
  code_title: 'Il Suo codice',
  code_text:
    'L’accesso è iniziato in un altro browser. Inserisca lì questo codice, nella pagina che ha aperto Lei. Non lo comunichi a nessuno, anche se Le viene chiesto.',
  ended: 'Questo accesso è terminato',
  ended_text: 'Il link o il codice è già stato usato, ha più di 15 minuti, o sono stati inseriti troppi codici errati.',
  again: 'Ricomincia',
  wrong_code: 'Questo codice è errato. Lo controlli.',
  too_many: 'Ci sono stati troppi tentativi. Attenda 15 minuti.',
  no_cookie: 'Il browser non ha inviato cookie. Consenta i cookie, apra questa pagina in HTTPS e riprovi.',
  confirm: 'Confermi la Sua identità',
  passkeys: 'Passkey',
  passkeys_text:
    'Con una passkey accede con impronta, volto o PIN, senza e-mail. Resta nel Suo dispositivo o gestore di password.',
  passkey_use: 'Accedi con una passkey',
  passkey_confirm: 'Conferma con una passkey',
  passkey_failed: 'La passkey qui non ha funzionato. Riprovi o usi l’e-mail.',
  passkey_add: 'Aggiungi una passkey',
  passkey_none: 'Non ha ancora nessuna passkey.',
  passkey_remove: 'Rimuovi',
  passkey_off: 'Le passkey richiedono un indirizzo di questo portale con un nome host, tramite HTTPS.',
  passkey_added: (day) => `Aggiunta il ${day}`,
  passkey_name: 'Nome',
  passkey_default: 'Passkey',
  passkey_rename: 'Salva il nome',
  passkey_full: 'Ha dieci passkey, il massimo. Ne rimuova una per aggiungerne un’altra.',
  passkey_used: (day) => `usata per l’ultima volta il ${day}`,
  confirm_account_text: 'Serve un accesso degli ultimi 15 minuti. Riceverà una nuova e-mail.',
  confirm_text: 'Ciò che muove denaro richiede un accesso degli ultimi 15 minuti. Riceverà una nuova e-mail.',
};

export const signInMailIt: SignInMailTexts = {
  subject: (shop) => `${shop}: accesso`,
  heading: 'Accedi',
  text: (shop) => `Qualcuno, probabilmente Lei, vuole accedere a ${shop} con questo indirizzo.`,
  button: 'Accedi',
  code: 'Oppure inserisca questo codice',
  hint: 'Link e codice valgono una volta, per 15 minuti, nel browser in cui è iniziato l’accesso. Se non è stato Lei, ignori questa e-mail: senza di essa nessuno può accedere. Non comunichi il codice a nessuno.',
};
