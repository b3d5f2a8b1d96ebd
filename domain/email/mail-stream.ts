/** `newsletter`: mails that a person subscribed to or is invited to. `transactional`: mails caused by the person's own action. */
export type MailStream = 'newsletter' | 'transactional'

/** `hard-bounce`: the mailbox doesn't exist. `complaint`: the recipient reported a mail as spam. */
export type SuppressionReason = 'hard-bounce' | 'complaint'

/** Newsletters, and reminders and notices that the recipient asked for. */
const SUBSCRIBED = ['newsletter.', 'pledge.', 'leads.module-open']

/** Returns the stream of a mail, by its template's name. */
export const toMailStream = (template: string): MailStream =>
	SUBSCRIBED.some((beginning) => template.startsWith(beginning)) ? 'newsletter' : 'transactional'

/** A complaint stops only newsletters, a missing mailbox stops everything. */
export const isSuppressed = (reason: SuppressionReason, stream: MailStream): boolean => reason === 'hard-bounce' || stream === 'newsletter'

/** Templates that require a confirmed subscription. The stream's other mails ask for one or end it. */
export const NEEDS_SUBSCRIPTION: ReadonlySet<string> = new Set(['newsletter.article', 'newsletter.letter', 'newsletter.welcome'])
