/** `newsletter`: mails that a person subscribed to or is asked to; `transactional`: those that something they did caused. */
export type MailStream = 'newsletter' | 'transactional'

/** `hard-bounce`: nobody reads mail there. `complaint`: its reader reported a mail as unwanted. */
export type SuppressionReason = 'hard-bounce' | 'complaint'

/** The stream of a message by the name of its template. */
export const streamOf = (template: string): MailStream => (template.startsWith('newsletter.') ? 'newsletter' : 'transactional')

/** A complaint ends the newsletter; a mailbox that does not exist gets nothing at all (PAYMENTS_MESSAGING M4). */
export const isHeldBack = (reason: SuppressionReason, stream: MailStream): boolean => reason === 'hard-bounce' || stream === 'newsletter'

/** Mails that only a confirmed subscription may bring; the others of the stream ask for it or end it. */
export const NEEDS_SUBSCRIPTION: ReadonlySet<string> = new Set(['newsletter.article', 'newsletter.welcome'])
