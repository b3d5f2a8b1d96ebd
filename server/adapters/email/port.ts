/** Picture embedded in an email, which shows it by `src="cid:<id>"`. */
export type InlinePicture = { id: string; fileName: string; contentType: string; bytes: Buffer }

export type EmailMessage = {
	/** ID of the outbox message, used as the Message-ID, so that duplicates can be recognized. */
	id: string
	/** Sender name, unless the settings define one. */
	siteName: string
	/** One address without a display name, already validated. */
	to: string
	subject: string
	text: string
	html: string
	pictures?: readonly InlinePicture[]
	/** `transactional` marks an email as automatic (`Auto-Submitted`). */
	stream: 'newsletter' | 'transactional'
	/** Headers that our code sets, without line breaks. */
	headers: Readonly<Record<string, string>>
}

/** Outcome of sending. `reason` is for the operator: the server's reply or the error, without the text of the email. */
export type EmailOutcome =
	| { kind: 'accepted'; providerId: string }
	/** The message was definitely not accepted, and a retry would not help. `bad-mailbox`: the address can't receive email. */
	| { kind: 'refused'; refusal: 'bad-mailbox' | 'other'; reason: string }
	/** The message was definitely not accepted, but can be retried. */
	| { kind: 'later'; reason: string }
	/** The text was sent but the reply was lost: the message may have been accepted. */
	| { kind: 'unknown'; reason: string }

/** Sends one message. Never throws: every failure is an outcome. */
export type EmailSender = {
	send(message: EmailMessage): Promise<EmailOutcome>
	/**
	 * Opens a connection and signs in. Absent if the transport uses no server.
	 * @returns the problem, or null
	 */
	check?(): Promise<string | null>
}

/** Report about an email. `messageId` is the ID of our outbox message; null if the report doesn't name it. */
export type MailReport =
	| {
			kind: 'bounce'
			messageId: string | null
			/** False if the report isn't final, for example while a mail server is still retrying. */
			isFinal: boolean
			/** Status code such as 5.1.1; may be empty. */
			status: string
	  }
	| { kind: 'complaint'; messageId: string | null }

/** Parses a raw email; null if it isn't a report. */
export type MailReportReader = (source: Buffer) => Promise<MailReport | null>
