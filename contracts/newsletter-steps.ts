/** Pages below /newsletter/ that newsletter emails link to. */
export const NEWSLETTER_STEPS = ['confirm', 'check-inbox', 'confirmed', 'expired', 'later'] as const
export type NewsletterStep = (typeof NEWSLETTER_STEPS)[number]
