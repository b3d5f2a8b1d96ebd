import type { VerificationResponse } from './certificates.ts'
import type { OrderReceipt } from './payments.ts'

/** A message, and where to go next. */
export type FormAnswer = { title: string; text: string; next: { label: string; href: string } }

/** Submitted values and the reason for the refusal. */
export type FormRefusal = {
	/** Address that the form was posted to. */
	action: string
	/** Text of the fields by name, without passwords. */
	values: Readonly<Record<string, string>>
	/** First message per wrong field. */
	problems: Readonly<Record<string, string>>
	title: string
	text: string
	/** The way back, where the page comes without the form. */
	next: FormAnswer['next'] | null
}

/** Outcome of a posted form, as a page shows it. */
export type ShownOutcome = { status: number } & ({ answer: FormAnswer } | { refusal: FormRefusal })

export type FormOutcome = ShownOutcome | { redirect: string }

/** Data the server adds to a page for one request. */
export type GivenPart = {
	/** Carries out the form that was posted; the page's route calls it as its action. */
	submit?: () => Promise<FormOutcome>
	/** Runs before all other scripts, and reads `data` from its `data-view`. */
	firstScript?: { code: string; data: string }
	/** Shown on the certificate's page where no script runs. */
	verification?: VerificationResponse
	/** Shown on the order's page where no script runs. */
	receipt?: OrderReceipt
}
