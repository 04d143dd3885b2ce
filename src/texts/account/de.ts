import type { AccountTexts } from './en.js';

export const accountDe: AccountTexts = {
  title: 'Ihr Konto',
  signed_in: (email) => `Sie sind als ${email} angemeldet.`,
  sign_in: 'Anmelden',
  sign_in_why:
    'Wenn Sie sich anmelden, finden Sie diese Verbindung in Ihrem Konto und können ihre Grenzen ändern. Nötig ist das nicht.',
  open: 'Ihr Konto',
  assistants: 'Ihre Assistenten',
  no_assistants: 'Sie haben noch keinen Assistenten mit diesem Shop verbunden, während Sie angemeldet waren.',
  ended: 'beendet',
  change_limits: 'Grenzen ändern',
  save_limits: 'Grenzen speichern',
  saved: 'Gespeichert.',
  orders: 'Ihre Bestellungen',
  no_orders: 'Es gibt keine Bestellungen mit Ihrer E-Mail-Adresse.',
  profile: 'Ihr Kontakt und Ihre Adresse',
  profile_text:
    'Ein Assistent trägt sie für Sie ein, wenn Sie sie beim Verbinden freigeben. Sie werden nur für diesen Händler gespeichert.',
  profile_change: 'Kontakt und Adresse ändern',
  profile_save: 'Speichern',
  share: 'Er darf eintragen',
  share_text:
    'Was Sie in Ihrem Konto gespeichert haben, steht in jedem Warenkorb, den dieser Assistent füllt, und er kann es lesen.',
  share_contact: 'meinen Namen, meine E-Mail-Adresse und Telefonnummer',
  share_address: 'meine Adresse',
  data: 'Ihre Daten',
  data_text: 'Was der Händler dieses Shops über Sie gespeichert hat: Ihre Bestellungen, Warenkörbe und Assistenten.',
  download: 'Ihre Daten herunterladen',
  erase: 'Ihre Daten löschen',
  erase_text:
    'Das beendet alle Ihre Assistenten bei diesem Händler, löscht Sie aus seinen Warenkörben und Bestellungen und meldet Sie überall ab. Bestellungen, die der Händler aufbewahren muss, behalten Ihre Daten. Es lässt sich nicht rückgängig machen.',
  erase_button: 'Meine Daten jetzt löschen',
  erased: 'Ihre Daten wurden gelöscht',
  erased_orders: (count) => `Bestellungen, aus denen Sie gelöscht wurden: ${count}`,
  erased_carts: (count) => `Gelöschte Warenkörbe: ${count}`,
  kept: 'Diese Bestellungen behalten Ihre Daten, bis der Händler sie löschen darf:',
  too_many: 'Bitte warten Sie eine Minute und versuchen Sie es noch einmal.',
  sign_out: 'Abmelden',
  sign_out_everywhere: 'Überall abmelden',
  outdated: 'Diese Seite ist abgelaufen. Bitte versuchen Sie es noch einmal.',
};
