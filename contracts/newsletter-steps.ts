/** The pages that a newsletter mail leads to, below /newsletter/. */
export const NEWSLETTER_STEPS = ['confirm', 'check-inbox', 'confirmed', 'expired', 'invalid', 'later'] as const
export type NewsletterStep = (typeof NEWSLETTER_STEPS)[number]
