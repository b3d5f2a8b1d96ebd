import { domainToASCII } from 'node:url'

import { parseEmailAddress } from '#domain/auth/email-address.ts'
import type { Config } from '#server/config/config.ts'

import type { EmailMessage } from './port.ts'

/**
 * Headers covered by the DKIM signature. RFC 8058, section 4, requires List-Unsubscribe-Post, which the library's default list
 * lacks.
 */
const SIGNED_HEADERS = [
	'from',
	'reply-to',
	'to',
	'subject',
	'date',
	'message-id',
	'mime-version',
	'content-type',
	'content-transfer-encoding',
	'auto-submitted',
	'list-unsubscribe',
	'list-unsubscribe-post',
].join(':')

const EXTRA_HEADERS = new Set(['List-Unsubscribe', 'List-Unsubscribe-Post', 'Reply-To'])

export type SmtpConfig = NonNullable<Config['email']['smtp']>

export type ComposedMail = { envelope: { from: string; to: string }; source: Buffer }

/** Thrown for an email that would fail again on a retry. */
export class UnsendableMail extends Error {}

/** Converts a domain to ASCII. Returns ASCII input unchanged, because the converter would also decode escapes and numbers in it. */
const toAscii = (domain: string) => (/^[^%]*[^\p{ASCII}][^%]*$/u.test(domain) ? domainToASCII(domain) : domain)

/**
 * Rejects anything that could be parsed as a second address. Returns the address with its domain in ASCII.
 * @throws UnsendableMail
 */
export function requireAddress(raw: string): string {
	const at = raw.lastIndexOf('@')
	const local = raw.slice(0, Math.max(0, at))
	const address = parseEmailAddress(`${local}@${toAscii(raw.slice(at + 1))}`)
	if (address === null || address.length > 254) throw new UnsendableMail('the address cannot receive email')
	// Keep the case of the part before the @, because only the receiving server knows whether it matters.
	return `${local}${address.slice(local.length)}`
}

/** Returns a header value that is neither encoded nor folded: relays that refold an address break the DKIM signature. */
const onOneLine = (value: string) => ({ prepared: true, foldLines: false, value })

function extraHeaders(headers: EmailMessage['headers']) {
	for (const [name, value] of Object.entries(headers))
		if (!EXTRA_HEADERS.has(name) || /[^\x20-\x7e]/.test(value))
			throw new UnsendableMail(`the header ${JSON.stringify(name)} cannot be sent`)
	const otherHeaders = Object.entries(headers).filter(([name]) => name !== 'Reply-To')
	return Object.fromEntries(otherHeaders.map(([name, value]) => [name, onOneLine(value)]))
}

/** Returns `bounces+<id>@…`, so that each bounce identifies its message; the sender's address if none is configured. */
export function toBounceAddress({ bounceAddress, from }: SmtpConfig, id: string): string {
	if (bounceAddress === null) return from.address
	const at = bounceAddress.lastIndexOf('@')
	return `${bounceAddress.slice(0, at)}+${id}${bounceAddress.slice(at)}`
}

/**
 * Composes an email, signed if there is a key. Addresses are passed as objects, because the library parses a string as a list and
 * would send to every address in it.
 * @throws UnsendableMail for an invalid address or header, which no retry can fix
 */
export async function composeMail(message: EmailMessage, config: SmtpConfig): Promise<ComposedMail> {
	const to = requireAddress(message.to)
	const replyTo = message.headers['Reply-To']
	const { createTransport } = await import('nodemailer')
	const { dkim } = config
	const transport = createTransport({
		streamTransport: true,
		buffer: true,
		newline: 'windows',
		disableFileAccess: true,
		disableUrlAccess: true,
		...(dkim && {
			dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey, headerFieldNames: SIGNED_HEADERS },
		}),
	})
	const envelope = { from: toBounceAddress(config, message.id), to }
	const info = await transport.sendMail({
		from: { name: config.from.name ?? message.siteName, address: config.from.address },
		to: { name: '', address: to },
		...(replyTo !== undefined && { replyTo: { name: '', address: requireAddress(replyTo) } }),
		envelope: { from: envelope.from, to: [to] },
		messageId: `<${message.id}@${config.from.address.split('@')[1] ?? ''}>`,
		subject: message.subject,
		text: message.text,
		...(message.html && { html: message.html }),
		attachments: (message.pictures ?? []).map(({ id, fileName, contentType, bytes }) => ({
			cid: id,
			filename: fileName,
			contentType,
			contentDisposition: 'inline' as const,
			content: bytes,
		})),
		headers: {
			...extraHeaders(message.headers),
			...(message.stream === 'transactional' && { 'Auto-Submitted': 'auto-generated' }),
		},
	})
	if (!Buffer.isBuffer(info.message)) throw new Error('the library returned no buffer')
	return { envelope, source: info.message }
}
