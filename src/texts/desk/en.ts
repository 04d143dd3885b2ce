/** English texts of the desk. They define the form of every language. */
export const deskEn = {
  title: 'Desk',
  choose: 'Choose a shop',
  no_role: 'You have no role here',
  no_role_text: (email: string) =>
    `Nobody has added ${email} to the staff of a shop, or the role has ended. Ask the owner of the shop.`,
  sign_out: 'Sign out',
  sign_out_everywhere: 'Sign out everywhere',
};

export type DeskTexts = typeof deskEn;
