import type { SignInMailTexts, SignInTexts } from './en.js';

export const signInDe: SignInTexts = {
  title: 'Anmelden',
  arriving: 'Einen Moment',
  go_on: 'Weiter',
  intro: 'Geben Sie Ihre E-Mail-Adresse ein. Sie erhalten eine E-Mail mit einem Link und einem Code.',
  send: 'Link und Code senden',
  sent: 'Sehen Sie in Ihre E-Mails',
  sent_text: (email) =>
    `Wenn ${email} zum Team eines Shops gehört, ist eine E-Mail mit einem Link und einem Code unterwegs. Beide gelten 15 Minuten und melden nur diesen Browser an.`,
  sent_to: (email) =>
    `Eine E-Mail mit einem Link und einem Code ist an ${email} unterwegs. Beide gelten 15 Minuten und melden nur diesen Browser an.`,
  mail_off: 'Dieses Portal sendet keine E-Mails, deshalb kann sich niemand anmelden. Der Betreiber kann das ändern.',
  code: 'Code aus der E-Mail',
  use_code: 'Anmelden',
  other_address: 'Andere Adresse verwenden',
  link_text: 'Mit der Schaltfläche schließen Sie die Anmeldung ab.',
  link_button: 'Anmelden',
  code_title: 'Ihr Code',
  code_text:
    'Die Anmeldung wurde in einem anderen Browser begonnen. Geben Sie diesen Code dort ein, auf der Seite, die Sie selbst geöffnet haben. Nennen Sie ihn niemandem, auch nicht auf Nachfrage.',
  ended: 'Diese Anmeldung ist beendet',
  ended_text:
    'Der Link oder der Code wurde schon verwendet, ist älter als 15 Minuten, oder es wurden zu viele falsche Codes eingegeben.',
  again: 'Neu beginnen',
  wrong_code: 'Dieser Code ist falsch. Bitte prüfen Sie ihn.',
  too_many: 'Es gab zu viele Versuche. Bitte warten Sie 15 Minuten.',
  no_cookie:
    'Ihr Browser hat kein Cookie gesendet. Bitte erlauben Sie Cookies, öffnen Sie diese Seite über HTTPS und versuchen Sie es noch einmal.',
  confirm: 'Bestätigen Sie, dass Sie es sind',
  passkeys: 'Passkeys',
  passkeys_text:
    'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder PIN an, ohne E-Mail. Er bleibt in Ihrem Gerät oder Passwortmanager.',
  passkey_use: 'Mit Passkey anmelden',
  passkey_confirm: 'Mit Passkey bestätigen',
  passkey_failed:
    'Der Passkey hat hier nicht funktioniert. Bitte versuchen Sie es noch einmal, oder verwenden Sie die E-Mail.',
  passkey_add: 'Passkey hinzufügen',
  passkey_none: 'Sie haben noch keinen Passkey.',
  passkey_remove: 'Entfernen',
  passkey_off: 'Passkeys brauchen eine Adresse dieses Portals mit einem Hostnamen, über HTTPS.',
  passkey_added: (day) => `Hinzugefügt am ${day}`,
  passkey_name: 'Name',
  passkey_default: 'Passkey',
  passkey_rename: 'Namen speichern',
  passkey_full: 'Sie haben zehn Passkeys, mehr sind nicht möglich. Entfernen Sie einen, um einen anderen hinzuzufügen.',
  passkey_used: (day) => `zuletzt verwendet am ${day}`,
  confirm_account_text: 'Dafür ist eine Anmeldung in den letzten 15 Minuten nötig. Sie erhalten eine neue E-Mail.',
  confirm_text: 'Was Geld bewegt, erfordert eine Anmeldung in den letzten 15 Minuten. Sie erhalten eine neue E-Mail.',
};

export const signInMailDe: SignInMailTexts = {
  subject: (shop) => `${shop}: Anmeldung`,
  heading: 'Anmelden',
  text: (shop) => `Jemand, wahrscheinlich Sie selbst, möchte sich mit dieser Adresse bei ${shop} anmelden.`,
  button: 'Anmelden',
  code: 'Oder geben Sie diesen Code ein',
  hint: 'Link und Code gelten einmal, innerhalb von 15 Minuten, in dem Browser, in dem die Anmeldung begonnen wurde. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail: Ohne sie kann sich niemand anmelden. Nennen Sie den Code niemandem.',
};
