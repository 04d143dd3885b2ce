/** Folded words that say nothing about an item: grammatical words, and words with which people ask for things. */

const words = (text: string): readonly string[] => text.split(' ');

export const STOP_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: words(
    'a an and are as at be but by can could do does for from get give had has have he her here hers him his how i if in into is it its just let like ll ' +
      'me my no not of on or our out please re s she should so some somebody someone something such t than that the their them then there these they ' +
      'this those to too up us ve very was we were what when where which who whose will with without would you your anything any thing things stuff ' +
      'want wants need needs looking look find search show buy purchase order shop shopping recommend suggestion best good great nice cheap cheapest ' +
      'affordable inexpensive d m also one ones',
  ),
  de: words(
    'aber alle als am an auch auf aus bei beim bin bis bitte brauche brauchen da damit das dass dein deine dem den der des dich die dir du durch ein ' +
      'eine einem einen einer eines er es etwas fur furs gegen gibt habe haben hat hatte ich ihr im in ist ja jede jeder jemand jemanden kann kaufen ' +
      'konnen man mein meine meinem meinen meiner mich mir mit mochte nach nicht noch nur ob oder ohne schon sehr sein seine sich sie sind so suche ' +
      'suchen uber um und uns unser vom von vor was welche wenn wer wie will wir zu zum zur zeig zeige gute guter gutes guten beste besten schone schoner ' +
      'schones gunstig gunstige gunstiger billig billige',
  ),
  fr: words(
    'a ai au aux avec ce ces cette c d dans de des du elle en et est il j je l la le les leur lui m ma mais me mes moi mon n ne nous on ou par pas pour qu ' +
      'que quelque quelqu qui s sa sans se ses son sous sur t ta te tes toi ton tu un une veux voudrais vos votre vous y cherche chercher acheter besoin ' +
      'bon bonne meilleur meilleure pas cher chere quelque chose svp',
  ),
  es: words(
    'a al algo alguien algun alguna ante aqui busco buscar comprar con como cual de del desde donde e el ella en es esa ese esta este estoy hay la las le ' +
      'les lo los mas me mi mis muy necesito no nos o para pero por que quien quiero se si sin sobre su sus tu tus un una unas uno unos y ya yo bueno buena ' +
      'buen mejor barato barata favor',
  ),
  it: words(
    'a ad ai al alla alle allo anche c che chi ci come con cui da dal dalla dei del della delle dello di e ed era gli ha ho i il in io la le lei li lo loro ' +
      'lui ma me mi mia mio ne nei nel nella non o per piu qualcosa qualcuno quale se si sono su sua sul sulla suo te ti tra tu un una uno vi voglio vorrei ' +
      'cerco cercare comprare bisogno buono buona migliore economico economica',
  ),
  nl: words(
    'aan al als bij dan dat de den der deze die dit door een en er ge graag had heb hebben heeft het hij hoe ik iemand iets in is je kan koop kopen kun ' +
      'maar me met mij mijn na naar niet nog nu of om omdat ons onze ook op over te tegen tot u uit uw van veel voor waar was wat we wel wie wil wij zich ' +
      'zij zijn zo zoek zoeken zou goede goed beste mooie goedkoop goedkope',
  ),
};

/** Words after which a title states a purpose or feature of the item instead of its name. */
export const BREAKS: Readonly<Record<string, readonly string[]>> = {
  en: words('for with of in from by to without'),
  de: words('fur mit aus von zum zur in ohne'),
  fr: words('pour avec sans'),
  es: words('para con sin'),
  it: words('per con senza'),
  nl: words('voor met van uit zonder in'),
};
