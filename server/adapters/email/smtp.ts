import { Readable } from 'node:stream'

import { isBadMailboxReply } from '#domain/email/smtp-reply.ts'

import { type ComposedMail, composeMail, type SmtpConfig, UnsendableMail } from './compose.ts'
import type { EmailOutcome, EmailSender } from './port.ts'
import { type Line, SmtpPool, type SmtpTimeouts, TIMEOUTS } from './smtp-pool.ts'

type Failure = Exclude<EmailOutcome, { kind: 'accepted' }>

/** SMTP failure as the library reports it. */
type SmtpFailure = {
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
 * Decides about the message after a failed conversation.
 * @param textStarted whether the server had begun to take the text: without a reply its fate is unknown
 */
function classifyFailure(error: SmtpFailure, textStarted: boolean): Failure {
	const reason = (error.response ?? error.message).slice(0, 500)
	const code = error.responseCode ?? 0
	if (code === 0) return textStarted ? { kind: 'unknown', reason } : { kind: 'later', reason }
	if (code < 500 || !ABOUT_THE_MESSAGE.has(error.command ?? '')) return { kind: 'later', reason }
	const isMailbox = error.command === 'RCPT TO' && isBadMailboxReply(error.response ?? '')
	return { kind: 'refused', refusal: isMailbox ? 'bad-mailbox' : 'other', reason }
}

/** The text of a mail that knows whether anyone has begun to read it: the connection does after the server's 354. */
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

type Talk = { mail: ComposedMail; pool: SmtpPool }

/** One message over one connection. A connection that failed is not used again. */
function talk({ connection }: Line, { envelope, source }: ComposedMail): Promise<EmailOutcome> {
	const text = new WatchedText(source)
	return new Promise((resolve) =>
		connection.send({ from: envelope.from, to: [envelope.to], size: source.length }, text, (error, info) => {
			if (error) resolve(classifyFailure(error, text.started))
			else resolve({ kind: 'accepted', providerId: (info?.response ?? '').slice(0, 200) })
		}),
	)
}

async function handOver({ mail, pool }: Talk): Promise<EmailOutcome> {
	try {
		return await pool.withLine(async (line) => {
			const outcome = await talk(line, mail)
			if (outcome.kind === 'accepted') pool.giveBack(line)
			else line.connection.close()
			return outcome
		})
	} catch (error) {
		// Only opening a connection throws: nothing was handed over.
		return classifyFailure(error as SmtpFailure, false)
	}
}

export type SmtpEmail = Required<EmailSender> & { close(): void }

/**
 * Mail by SMTP. The library is loaded with the first message.
 * @param timeouts milliseconds; tests shorten them
 */
export function createSmtpEmail(config: SmtpConfig, timeouts: SmtpTimeouts = TIMEOUTS): SmtpEmail {
	const pool = new SmtpPool(config, timeouts)
	return {
		async send(message) {
			try {
				return await handOver({ mail: await composeMail(message, config), pool })
			} catch (error) {
				if (error instanceof UnsendableMail) return { kind: 'refused', refusal: 'other', reason: error.message }
				return { kind: 'later', reason: error instanceof Error ? error.message : String(error) }
			}
		},
		check: () =>
			pool
				.withLine(async ({ connection }) => connection.quit())
				.then(() => null)
				.catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
		close: () => pool.close(),
	}
}
