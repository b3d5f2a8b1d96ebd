import { Readable } from 'node:stream'

import { isBadMailboxReply } from '#domain/email/smtp-reply.ts'

import { type ComposedMail, composeMail, type SmtpConfig, UnsendableMail } from './compose.ts'
import type { EmailMessage, EmailOutcome, EmailSender } from './port.ts'
import { type PooledConnection, SmtpPool, type SmtpTimeouts, SMTP_TIMEOUTS } from './smtp-pool.ts'

type Failure = Exclude<EmailOutcome, { kind: 'accepted' }>

type SmtpFailure = {
	message: string
	/** SMTP reply code, if the server replied. */
	responseCode?: number | undefined
	response?: string | undefined
	/** Command that failed: `RCPT TO`, `MAIL FROM`, `DATA`, `AUTH PLAIN`, `CONN` … */
	command?: string | undefined
}

/**
 * Commands that concern a single message. If the server refuses another command, the cause is the server or our login, and the failure is
 * temporary.
 */
const ABOUT_THE_MESSAGE = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/** @param textStarted true if the server had begun to accept the text; without a reply, the message may have been delivered */
function classifyFailure(error: SmtpFailure, textStarted: boolean): Failure {
	const reason = (error.response ?? error.message).slice(0, 500)
	const code = error.responseCode ?? 0
	if (code === 0) return textStarted ? { kind: 'unknown', reason } : { kind: 'later', reason }
	if (code < 500 || !ABOUT_THE_MESSAGE.has(error.command ?? '')) return { kind: 'later', reason }
	const isMailbox = error.command === 'RCPT TO' && isBadMailboxReply(error.response ?? '')
	return { kind: 'refused', refusal: isMailbox ? 'bad-mailbox' : 'other', reason }
}

/** Records whether the text has been read: the library reads it only after the server's 354 reply. */
class WatchedText extends Readable {
	started = false
	#rest: Buffer | null

	constructor(text: Buffer) {
		super()
		this.#rest = text
	}

	override _read(): void {
		this.started = true
		this.push(this.#rest)
		this.#rest = null
	}
}

type Talk = { mail: ComposedMail; pool: SmtpPool; stream: EmailMessage['stream'] }

/** Sends a message over a connection. A connection that failed is not reused. */
function sendOver({ connection }: PooledConnection, { envelope, source }: ComposedMail): Promise<EmailOutcome> {
	const text = new WatchedText(source)
	return new Promise((resolve) =>
		connection.send({ from: envelope.from, to: [envelope.to], size: source.length }, text, (error, info) => {
			if (error) resolve(classifyFailure(error, text.started))
			else resolve({ kind: 'accepted', providerId: (info?.response ?? '').slice(0, 200) })
		}),
	)
}

async function deliver({ mail, pool, stream }: Talk): Promise<EmailOutcome> {
	try {
		return await pool.withConnection(async (line) => {
			const outcome = await sendOver(line, mail)
			if (outcome.kind === 'accepted') pool.release(line)
			else line.connection.close()
			return outcome
		}, stream)
	} catch (error) {
		// Only opening a connection throws, before anything is handed over.
		return classifyFailure(error as SmtpFailure, false)
	}
}

export type SmtpEmail = Required<EmailSender> & { close(): void }

/**
 * Creates an SMTP transport. The library is loaded with the first message.
 * @param timeouts tests shorten them
 */
export function createSmtpEmail(config: SmtpConfig, timeouts: SmtpTimeouts = SMTP_TIMEOUTS): SmtpEmail {
	const pool = new SmtpPool(config, timeouts)
	return {
		async send(message) {
			try {
				return await deliver({ mail: await composeMail(message, config), pool, stream: message.stream })
			} catch (error) {
				if (error instanceof UnsendableMail) return { kind: 'refused', refusal: 'other', reason: error.message }
				return { kind: 'later', reason: error instanceof Error ? error.message : String(error) }
			}
		},
		check: () =>
			pool
				.withConnection(async ({ connection }) => connection.quit())
				.then(() => null)
				.catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
		close: () => pool.close(),
	}
}
