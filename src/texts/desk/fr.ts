import type { DeskTexts } from './en.js';

export const deskFr: DeskTexts = {
  title: 'Bureau',
  choose: 'Choisir une boutique',
  no_role: 'Vous n’avez pas de rôle ici',
  no_role_text: (email) =>
    `Personne n’a ajouté ${email} à l’équipe d’une boutique, ou le rôle est terminé. Adressez-vous au propriétaire de la boutique.`,
  sign_out: 'Se déconnecter',
  sign_out_everywhere: 'Se déconnecter partout',
};
