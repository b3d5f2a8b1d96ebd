/** The pages that a newsletter mail leads to, below /newsletter/. */
export const NEWSLETTER_STEPS = ['confirm', 'check-inbox', 'confirmed', 'expired', 'later'] as const
export type NewsletterStep = (typeof NEWSLETTER_STEPS)[number]
