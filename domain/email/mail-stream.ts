/** `newsletter`: emails that a person subscribed to or is invited to. `transactional`: emails caused by the person's own action. */
export type MailStream = 'newsletter' | 'transactional'

/** `hard-bounce`: the mailbox doesn't exist. `complaint`: the recipient reported an email as spam. */
export type SuppressionReason = 'hard-bounce' | 'complaint'

/** Prefixes of the templates for newsletters, and for reminders and notices that the recipient asked for. */
const SUBSCRIBED = ['newsletter.', 'pledge.', 'leads.module-open']

/** Returns the stream of an email, by its template's name. */
export const toMailStream = (template: string): MailStream =>
	SUBSCRIBED.some((beginning) => template.startsWith(beginning)) ? 'newsletter' : 'transactional'

/** True if an email must not be sent. A complaint stops only newsletters; a missing mailbox stops all email. */
export const isSuppressed = (reason: SuppressionReason, stream: MailStream): boolean => reason === 'hard-bounce' || stream === 'newsletter'

/** Templates that require a confirmed subscription. The other emails of the newsletter stream request or end one. */
export const NEEDS_SUBSCRIPTION: ReadonlySet<string> = new Set(['newsletter.article', 'newsletter.letter', 'newsletter.welcome'])
