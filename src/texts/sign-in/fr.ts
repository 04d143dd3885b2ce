import type { SignInMailTexts, SignInTexts } from './en.js';

export const signInFr: SignInTexts = {
  title: 'Se connecter',
  arriving: 'Un instant',
  go_on: 'Continuer',
  intro: 'Saisissez votre adresse e-mail. Vous recevrez un e-mail avec un lien et un code.',
  send: 'Envoyer le lien et le code',
  sent: 'Consultez vos e-mails',
  sent_text: (email) =>
    `Si ${email} appartient à l’équipe d’une boutique, un e-mail avec un lien et un code est en route. Ils sont valables 15 minutes et ne connectent que ce navigateur.`,
  sent_to: (email) =>
    `Un e-mail avec un lien et un code est en route vers ${email}. Ils sont valables 15 minutes et ne connectent que ce navigateur.`,
  mail_off: 'Ce portail n’envoie pas d’e-mails, donc personne ne peut se connecter. Son exploitant peut changer cela.',
  code: 'Code reçu par e-mail',
  use_code: 'Se connecter',
  other_address: 'Utiliser une autre adresse',
  link_text: 'Appuyez sur le bouton pour terminer la connexion.',
  link_button: 'Se connecter',
  code_title: 'Votre code',
  code_text:
    'La connexion a commencé dans un autre navigateur. Saisissez-y ce code, sur la page que vous avez vous-même ouverte. Ne le communiquez à personne, même si on vous le demande.',
  ended: 'Cette connexion est terminée',
  ended_text:
    'Le lien ou le code a déjà été utilisé, date de plus de 15 minutes, ou trop de codes erronés ont été saisis.',
  again: 'Recommencer',
  wrong_code: 'Ce code est erroné. Veuillez le vérifier.',
  too_many: 'Il y a eu trop de tentatives. Veuillez attendre 15 minutes.',
  no_cookie:
    'Votre navigateur n’a envoyé aucun cookie. Veuillez autoriser les cookies, ouvrir cette page en HTTPS et réessayer.',
  confirm: 'Confirmez que c’est bien vous',
  passkeys: 'Clés d’accès',
  passkeys_text:
    'Avec une clé d’accès, vous vous connectez par empreinte, visage ou code PIN, sans e-mail. Elle reste dans votre appareil ou votre gestionnaire de mots de passe.',
  passkey_use: 'Se connecter avec une clé d’accès',
  passkey_confirm: 'Confirmer avec une clé d’accès',
  passkey_failed: 'La clé d’accès n’a pas fonctionné ici. Veuillez réessayer ou utiliser l’e-mail.',
  passkey_add: 'Ajouter une clé d’accès',
  passkey_none: 'Vous n’avez pas encore de clé d’accès.',
  passkey_remove: 'Supprimer',
  passkey_off: 'Les clés d’accès exigent une adresse de ce portail avec un nom d’hôte, en HTTPS.',
  passkey_added: (day) => `Ajoutée le ${day}`,
  passkey_name: 'Nom',
  passkey_default: 'Clé d’accès',
  passkey_rename: 'Enregistrer le nom',
  passkey_full: 'Vous avez dix clés d’accès, le maximum. Supprimez-en une pour en ajouter une autre.',
  passkey_used: (day) => `utilisée pour la dernière fois le ${day}`,
  confirm_account_text: 'Cela exige une connexion datant de moins de 15 minutes. Vous recevrez un nouvel e-mail.',
  confirm_text:
    'Ce qui déplace de l’argent exige une connexion datant de moins de 15 minutes. Vous recevrez un nouvel e-mail.',
};

export const signInMailFr: SignInMailTexts = {
  subject: (shop) => `${shop} : connexion`,
  heading: 'Se connecter',
  text: (shop) => `Quelqu’un, probablement vous, souhaite se connecter à ${shop} avec cette adresse.`,
  button: 'Se connecter',
  code: 'Ou saisissez ce code',
  hint: 'Le lien et le code sont valables une fois, pendant 15 minutes, dans le navigateur où la connexion a commencé. Si ce n’était pas vous, ignorez cet e-mail : sans lui, personne ne peut se connecter. Ne communiquez le code à personne.',
};
