export type EmailMessage = {
	/** Stable id of the outbox message: the Message-ID of a real transport, so that a repeated send can be recognised. */
	id: string
	/** One bare address, already validated. */
	to: string
	subject: string
	text: string
	html: string
	/** `newsletter`: marked as a list's mail; `transactional`: as written by a machine. */
	stream: 'newsletter' | 'transactional'
	/** Headers beyond the usual ones, written by us, without line breaks. */
	headers: Readonly<Record<string, string>>
}

/** `reason` is for the operator: the server's reply or the error, without the text of the mail. */
export type EmailOutcome =
	| { kind: 'accepted'; providerId: string }
	/** Certainly not taken, and trying again would not help. `bad-mailbox`: nobody reads mail at this address. */
	| { kind: 'refused'; refusal: 'bad-mailbox' | 'other'; reason: string }
	/** Certainly not taken; may go later. */
	| { kind: 'later'; reason: string }
	/** The text was handed over and the answer was lost: it may have been taken. */
	| { kind: 'unknown'; reason: string }

/** Hands one message to the outside world. Never throws: every way to fail is an outcome. */
export type EmailSender = {
	send(message: EmailMessage): Promise<EmailOutcome>
}
