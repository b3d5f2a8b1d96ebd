import type { Email } from 'postal-mime'

import type { MailReport, MailReportReader } from './port.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const IN_ADDRESS = new RegExp(`\\+(${UUID})@`, 'i')
const IN_MESSAGE_ID = new RegExp(`<(${UUID})@`, 'i')

/** Headers in which mail servers record the recipient. */
const RECIPIENT_HEADERS = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])

const partOf = (mail: Email, ...types: string[]): string | null => {
	const part = mail.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()))
	if (!part) return null
	return typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content)
}

/** Reads a field of a report part, which has the format of a header (RFC 3464, RFC 5965). */
const fieldOf = (part: string, name: string): string =>
	new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(part)?.[1]?.trim().toLowerCase() ?? ''

/** Finds the message ID in the envelope sender or in the Message-ID of the returned email. */
function messageIdOf(mail: Email): string | null {
	for (const { key, value } of mail.headers)
		if (RECIPIENT_HEADERS.has(key)) {
			const id = IN_ADDRESS.exec(value)?.[1]
			if (id !== undefined) return id.toLowerCase()
		}
	const returned = partOf(mail, 'message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global') ?? ''
	return IN_MESSAGE_ID.exec(fieldOf(returned, 'message-id'))?.[1]?.toLowerCase() ?? null
}

/** Parses a bounce (RFC 3464) or a complaint (RFC 5965, type `abuse`). */
export const readMailReport: MailReportReader = async (source): Promise<MailReport | null> => {
	const { default: PostalMime } = await import('postal-mime')
	const mail = await PostalMime.parse(source, { forceRfc822Attachments: true, maxNestingDepth: 20, maxHeadersSize: 256 * 1024 })
	const messageId = messageIdOf(mail)
	const delivery = partOf(mail, 'message/delivery-status', 'message/global-delivery-status')
	if (delivery !== null)
		return {
			kind: 'bounce',
			messageId,
			isFinal: fieldOf(delivery, 'action') === 'failed',
			status: /^\d\.\d{1,3}\.\d{1,3}/.exec(fieldOf(delivery, 'status'))?.[0] ?? '',
		}
	const feedback = partOf(mail, 'message/feedback-report')
	if (feedback !== null && fieldOf(feedback, 'feedback-type') === 'abuse') return { kind: 'complaint', messageId }
	return null
}
