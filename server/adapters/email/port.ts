export type EmailMessage = {
	/** Stable id of the outbox message: the Message-ID of a real transport, so that a repeated send can be recognised. */
	id: string
	/** One bare address, already validated. */
	to: string
	subject: string
	text: string
	html: string
	/** Headers beyond the usual ones, written by us, without line breaks. */
	headers: Readonly<Record<string, string>>
}

/** Hands one message to the outside world. Throws when it was not accepted; the job then retries. */
export type EmailSender = {
	send(message: EmailMessage): Promise<{ providerId: string }>
}
