import type { DeskShopTexts } from './en.js';

export const deskShopIt: DeskShopTexts = {
  payments: {
    title: 'Fornitori di pagamento',
    settings: 'Ordine dei modi di pagare e momento in cui i pagamenti vengono addebitati',
    offered: 'Offerto agli acquirenti',
    not_offered: 'Non offerto',
    owners: {
      shop: 'I pagamenti passano dal conto del negozio.',
      portal: 'I pagamenti passano dal conto del gestore del portale.',
      none: 'Colleghi un conto prima che gli acquirenti possano pagare così.',
    },
    no_account_needed: 'Non serve alcun conto.',
    test_keys_warning:
      'Il conto ha chiavi di prova: gli ordini risultano pagati, ma non si muove denaro. Inserisca chiavi reali prima che il negozio venda.',
    events_url: 'Indirizzo a cui il fornitore invia i suoi eventi',
    secret_set: 'Un valore è impostato. Lasci vuoto per mantenerlo.',
    clear: 'Rimuovi il valore',
    confirm_first: (action) => `Confermi che è Lei: ${action}`,
    connect: 'Collega un conto',
    change: 'Cambia le chiavi',
    set: 'Salva il conto',
    test: 'Prova il conto',
    remove: 'Rimuovi il conto',
    offer: 'Offri agli acquirenti',
    withdraw: 'Non offrire più',
    usable: 'Il conto funziona:',
    unusable: 'Il conto non può essere usato',
    live_keys: 'con chiavi reali',
    test_keys: 'con chiavi di prova',
    saved: 'Salvato.',
  },
};
