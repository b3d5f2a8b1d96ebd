/** Steps of the contact page without JavaScript. */
export const CONTACT_STEPS = ['sent'] as const
export type ContactStep = (typeof CONTACT_STEPS)[number]

/** Steps of the application page without JavaScript. */
export const APPLICATION_STEPS = ['sent'] as const
export type ApplicationStep = (typeof APPLICATION_STEPS)[number]
