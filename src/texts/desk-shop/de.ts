import type { DeskShopTexts } from './en.js';

export const deskShopDe: DeskShopTexts = {
  payments: {
    title: 'Zahlungsanbieter',
    settings: 'Reihenfolge der Zahlungsarten, und wann Zahlungen eingezogen werden',
    offered: 'Käufern angeboten',
    not_offered: 'Nicht angeboten',
    owners: {
      shop: 'Zahlungen laufen über das eigene Konto des Shops.',
      portal: 'Zahlungen laufen über das Konto des Betreibers des Portals.',
      none: 'Verbinden Sie ein Konto, bevor Käufer so zahlen können.',
    },
    no_account_needed: 'Braucht kein Konto.',
    test_keys_warning:
      'Das Konto hat Testschlüssel: Bestellungen gelten als bezahlt, aber es fließt kein Geld. Geben Sie Live-Schlüssel ein, bevor der Shop verkauft.',
    events_url: 'Adresse, an die der Anbieter seine Ereignisse sendet',
    secret_set: 'Ein Wert ist gesetzt. Leer lassen, um ihn zu behalten.',
    clear: 'Wert entfernen',
    confirm_first: (action) => `Bestätigen Sie, dass Sie es sind: ${action}`,
    connect: 'Konto verbinden',
    change: 'Schlüssel ändern',
    set: 'Konto speichern',
    test: 'Konto prüfen',
    remove: 'Konto entfernen',
    offer: 'Käufern anbieten',
    withdraw: 'Nicht mehr anbieten',
    usable: 'Das Konto funktioniert:',
    unusable: 'Das Konto kann nicht verwendet werden',
    live_keys: 'mit Live-Schlüsseln',
    test_keys: 'mit Testschlüsseln',
    saved: 'Gespeichert.',
  },
};
