/** Parts of a person's profile (profile.ts) that they can share with an assistant. */
export const PROFILE_PARTS = ['contact', 'address'] as const;
export type ProfilePart = (typeof PROFILE_PARTS)[number];
