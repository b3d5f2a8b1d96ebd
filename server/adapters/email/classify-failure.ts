import { isBadMailboxReply } from '#domain/email/smtp-reply.ts'

import type { EmailOutcome } from './port.ts'

type Failure = Exclude<EmailOutcome, { kind: 'accepted' }>

/** What the library reports about a failed SMTP conversation. */
export type SmtpFailure = {
	message: string
	/** Three digits of the server's reply, if there was one. */
	responseCode?: number | undefined
	response?: string | undefined
	/** `RCPT TO`, `MAIL FROM`, `DATA`, `AUTH PLAIN`, `CONN` … */
	command?: string | undefined
}

/** Commands about this message; a refusal of another one is about the server or our login, and is temporary. */
const ABOUT_THE_MESSAGE = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/**
 * What a failed conversation means for the message.
 * @param textStarted whether the server had begun to take the text: without a reply its fate is unknown
 */
export function classifyFailure(error: SmtpFailure, textStarted: boolean): Failure {
	const reason = (error.response ?? error.message).slice(0, 500)
	const code = error.responseCode ?? 0
	if (code === 0) return textStarted ? { kind: 'unknown', reason } : { kind: 'later', reason }
	if (code < 500 || !ABOUT_THE_MESSAGE.has(error.command ?? '')) return { kind: 'later', reason }
	const isMailbox = error.command === 'RCPT TO' && isBadMailboxReply(error.response ?? '')
	return { kind: 'refused', refusal: isMailbox ? 'bad-mailbox' : 'other', reason }
}
