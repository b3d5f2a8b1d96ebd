/** What a browser without JavaScript sees after it posted the contact form. */
export const CONTACT_STEPS = ['sent'] as const
export type ContactStep = (typeof CONTACT_STEPS)[number]

/** What a browser without JavaScript sees after it posted an application. */
export const APPLICATION_STEPS = ['sent'] as const
export type ApplicationStep = (typeof APPLICATION_STEPS)[number]
