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

/** What came back about a mail. `messageId`: our outbox message, null when the report does not tell. */
export type MailReport =
	| {
			kind: 'bounce'
			messageId: string | null
			/** False while the other side still tries. */
			isFinal: boolean
			/** Enhanced status code such as 5.1.1; empty when there is none. */
			status: string
	  }
	| { kind: 'complaint'; messageId: string | null }

/** Reads a message of a bounce mailbox, as it came; null when it is no report. */
export type MailReportReader = (source: Buffer) => Promise<MailReport | null>
