/** `newsletter`: mails that a person subscribed to or is invited to; `transactional`: mails caused by the person's own action. */
export type MailStream = 'newsletter' | 'transactional'

/** `hard-bounce`: the mailbox does not exist. `complaint`: its reader reported a mail as unwanted. */
export type SuppressionReason = 'hard-bounce' | 'complaint'

/** Newsletters, and reminders and notices that the recipient asked for. */
const SUBSCRIBED = ['newsletter.', 'pledge.', 'leads.module-open']

/** The stream of a message by the name of its template. */
export const toMailStream = (template: string): MailStream =>
	SUBSCRIBED.some((beginning) => template.startsWith(beginning)) ? 'newsletter' : 'transactional'

/** A complaint ends the newsletter; a mailbox that does not exist gets nothing at all. */
export const isSuppressed = (reason: SuppressionReason, stream: MailStream): boolean => reason === 'hard-bounce' || stream === 'newsletter'

/** Mails that need a confirmed subscription; the others of the stream ask for it or end it. */
export const NEEDS_SUBSCRIPTION: ReadonlySet<string> = new Set(['newsletter.article', 'newsletter.letter', 'newsletter.welcome'])
