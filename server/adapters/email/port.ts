export type EmailMessage = {
	/** Stable id of the outbox message: the Message-ID of a real transport, so that a repeated send can be recognized. */
	id: string
	/** Shown as the sender, unless the settings name one. */
	siteName: string
	/** One bare address, already validated. */
	to: string
	subject: string
	text: string
	html: string
	/** `newsletter`: marked as list mail; `transactional`: marked as automatic. */
	stream: 'newsletter' | 'transactional'
	/** Headers beyond the usual ones, written by us, without line breaks. */
	headers: Readonly<Record<string, string>>
}

/** `reason` is for the operator: the server's reply or the error, without the mail's text. */
export type EmailOutcome =
	| { kind: 'accepted'; providerId: string }
	/** Certainly not accepted, and trying again would not help. `bad-mailbox`: this address receives no mail. */
	| { kind: 'refused'; refusal: 'bad-mailbox' | 'other'; reason: string }
	/** Certainly not accepted; may be tried again. */
	| { kind: 'later'; reason: string }
	/** The text was sent and the answer was lost: it may have been accepted. */
	| { kind: 'unknown'; reason: string }

/** Sends one message. Never throws: every failure is an outcome. */
export type EmailSender = {
	send(message: EmailMessage): Promise<EmailOutcome>
	/** Opens a connection and signs in, as for a mail. @returns what went wrong, null if nothing. Absent where no server is asked */
	check?(): Promise<string | null>
}

/** A bounce or complaint about a mail. `messageId`: our outbox message, null when the report does not name it. */
export type MailReport =
	| {
			kind: 'bounce'
			messageId: string | null
			/** False while the other server still tries. */
			isFinal: boolean
			/** Enhanced status code such as 5.1.1; may be empty. */
			status: string
	  }
	| { kind: 'complaint'; messageId: string | null }

/** Reads a message of a bounce mailbox; null when it is not a report. */
export type MailReportReader = (source: Buffer) => Promise<MailReport | null>
