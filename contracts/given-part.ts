import type { VerificationResponse } from './certificates.ts'
import type { OrderReceipt } from './payments.ts'

export type FormAnswer = { title: string; text: string; next: { label: string; href: string } }

export type FormRefusal = {
	/** URL to which the form was posted. */
	action: string
	/** Submitted values by field name, without passwords. */
	values: Readonly<Record<string, string>>
	/** First error of each invalid field. */
	problems: Readonly<Record<string, string>>
	title: string
	text: string
	/** Link to the form, for a page that doesn't contain it; otherwise null. */
	next: FormAnswer['next'] | null
}

export type ShownOutcome = { status: number } & ({ answer: FormAnswer } | { refusal: FormRefusal })

export type FormOutcome = ShownOutcome | { redirect: string }

export type GivenPart = {
	/** Runs the action of the posted form; called by the route's action. */
	submit?: () => Promise<FormOutcome>
	/** Script that runs before all others and reads `data` from its `data-view` attribute. */
	firstScript?: { code: string; data: string }
	/** Certificate shown on its page without JavaScript. */
	verification?: VerificationResponse
	/** Order shown on its page without JavaScript. */
	receipt?: OrderReceipt
}
