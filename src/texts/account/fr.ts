import type { AccountTexts } from './en.js';

export const accountFr: AccountTexts = {
  title: 'Votre compte',
  signed_in: (email) => `Vous êtes connecté en tant que ${email}.`,
  sign_in: 'Se connecter',
  sign_in_why:
    'Si vous vous connectez, vous retrouvez cette connexion dans votre compte et pouvez changer ses limites. Ce n’est pas obligatoire.',
  open: 'Votre compte',
  assistants: 'Vos assistants',
  no_assistants: 'Vous n’avez encore relié aucun assistant à cette boutique en étant connecté.',
  ended: 'terminé',
  change_limits: 'Changer les limites',
  save_limits: 'Enregistrer les limites',
  saved: 'Enregistré.',
  orders: 'Vos commandes',
  no_orders: 'Il n’y a pas de commande avec votre adresse e-mail.',
  profile: 'Vos coordonnées et votre adresse',
  profile_text:
    'Un assistant les remplit pour vous si vous les partagez en le reliant. Elles ne sont enregistrées que pour ce marchand.',
  profile_change: 'Changer les coordonnées et l’adresse',
  profile_save: 'Enregistrer',
  share: 'Il peut remplir',
  share_text:
    'Ce que vous avez enregistré dans votre compte figure dans chaque panier rempli par cet assistant, et il peut le lire.',
  share_contact: 'mon nom, mon adresse e-mail et mon numéro de téléphone',
  share_address: 'mon adresse',
  data: 'Vos données',
  data_text: 'Ce que le marchand de cette boutique a enregistré à votre sujet : vos commandes, paniers et assistants.',
  download: 'Télécharger vos données',
  erase: 'Effacer vos données',
  erase_text:
    'Cela met fin à tous vos assistants chez ce marchand, vous efface de ses paniers et commandes et vous déconnecte partout. Les commandes que le marchand doit conserver gardent vos données. C’est irréversible.',
  erase_button: 'Effacer mes données maintenant',
  erased: 'Vos données ont été effacées',
  erased_orders: (count) => `Commandes dont vous avez été effacé : ${count}`,
  erased_carts: (count) => `Paniers effacés : ${count}`,
  kept: 'Ces commandes gardent vos données jusqu’à ce que le marchand puisse les effacer :',
  too_many: 'Veuillez attendre une minute et réessayer.',
  sign_out: 'Se déconnecter',
  sign_out_everywhere: 'Se déconnecter partout',
  outdated: 'Cette page a expiré. Veuillez réessayer.',
};
