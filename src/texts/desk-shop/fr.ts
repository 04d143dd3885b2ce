import type { DeskShopTexts } from './en.js';

export const deskShopFr: DeskShopTexts = {
  payments: {
    title: 'Prestataires de paiement',
    settings: 'Ordre des moyens de paiement, et moment où les paiements sont débités',
    offered: 'Proposé aux acheteurs',
    not_offered: 'Non proposé',
    owners: {
      shop: 'Les paiements passent par le compte de la boutique.',
      portal: 'Les paiements passent par le compte de l’exploitant du portail.',
      none: 'Reliez un compte avant que les acheteurs puissent payer ainsi.',
    },
    no_account_needed: 'Aucun compte nécessaire.',
    test_keys_warning:
      'Le compte a des clés de test : les commandes comptent comme payées, mais aucun argent ne circule. Saisissez des clés réelles avant que la boutique vende.',
    events_url: 'Adresse à laquelle le prestataire envoie ses événements',
    secret_set: 'Une valeur est définie. Laissez vide pour la garder.',
    clear: 'Supprimer la valeur',
    confirm_first: (action) => `Confirmez que c’est bien vous : ${action}`,
    connect: 'Relier un compte',
    change: 'Changer les clés',
    set: 'Enregistrer le compte',
    test: 'Tester le compte',
    remove: 'Supprimer le compte',
    offer: 'Proposer aux acheteurs',
    withdraw: 'Ne plus proposer',
    usable: 'Le compte fonctionne :',
    unusable: 'Le compte ne peut pas être utilisé',
    live_keys: 'avec des clés réelles',
    test_keys: 'avec des clés de test',
    saved: 'Enregistré.',
  },
};
