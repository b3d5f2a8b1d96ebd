import type { Content } from '#content/load-content.server.ts'
import { MailMarkdownProblem, type MailPicture, readMailMarkdown } from '#content/mail-markdown.server.ts'
import type { Config } from '#server/config/config.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'
import { oneClickUnsubscribeHeaders, withUnsubscribeNote } from '#server/services/people/newsletter/newsletter-mails.ts'

export type IssueText = { subject: string; /** Empty: mail clients show the start of the body. */ preheader?: string; body: string }

/** @param field form field that shows the error message */
export const invalidIssue = (field: string, message: string) =>
	new ServiceError('unprocessable', 'issue_refused', message, { fields: { [field]: message } })

function readBlocks(body: string) {
	try {
		return readMailMarkdown(body)
	} catch (error) {
		if (error instanceof MailMarkdownProblem) throw invalidIssue('body', error.message)
		throw error
	}
}

/**
 * Lists the pictures of an issue.
 * @throws ServiceError issue_refused (422) if the text can't be rendered as an email
 */
export const picturesOf = (body: string): MailPicture[] => readBlocks(body).filter((block) => block.kind === 'picture')

/**
 * Renders an issue once: only the unsubscribe link differs between recipients.
 * @throws ServiceError issue_refused (422) if the text can't be rendered as an email
 */
export function composeIssue(content: Content, config: Config, { subject, preheader = '', body }: IssueText) {
	const { siteUrl } = config
	const blocks = readBlocks(body).map((block) =>
		block.kind === 'picture'
			? block
			: { ...block, spans: block.spans.map((span) => (span.href?.startsWith('/') ? { ...span, href: siteUrl + span.href } : span)) },
	)
	const mail = { heading: subject, preheader, paragraphs: [], blocks, notes: [] }
	return (url: string) => ({
		template: 'newsletter.letter',
		subject,
		headers: oneClickUnsubscribeHeaders(url),
		...layoutMail(content, withUnsubscribeNote(mail, url)),
	})
}
