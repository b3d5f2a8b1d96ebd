import type { HttpContext } from '#server/http/environment.ts'
import { answerByReact, type Asked, type Visit as AppVisit } from '#server/http/react/answer-by-react.ts'

import type { ConsoleRequest } from './console-request.ts'
import type { Link } from './linked-error.ts'
import type { Role } from './role.ts'

/** Refused form, to be shown again in its place with the typed values. */
export type FormFailure = {
	/** Which form of the page it was. */
	form: string
	message: string
	/** Messages by the name of their field. */
	fields: Readonly<Record<string, string>>
	typed: Readonly<Record<string, string>>
	/** Stable word for the reason; empty for an unexpected error. The form sends it along when it is sent again. */
	code: string
	/** More for the form to show, of a FormRefused. */
	shown?: unknown
}

/** A redirect or a file, or the reason for the refusal. */
export type Submitted = Response | { failure: FormFailure; status: number }

/** A form that was refused at an address without a page, to be sent again by one press. */
export type KeptForm = {
	action: string
	fields: Readonly<Record<string, string>>
	/** The longer texts in it, to read and to copy. */
	written: readonly (readonly [name: string, text: string])[]
	/** Stable word for the reason; empty for an unexpected error. */
	code: string
	/** Null while signed out. */
	formToken: string | null
}

type Refused = { by: 'password' | 'link'; text: string }

/** A page outside the console's frame. */
export type EntryPage =
	| {
			page: 'setup'
			token: string
			typed: { email: string; name: string; timeZone: string }
			zones: readonly string[]
			passwordLength: number
			errors: Readonly<Record<string, string>>
			refused: string | null
	  }
	| {
			page: 'invitation'
			token: string
			email: string
			role: Role
			needsPassword: boolean
			passwordLength: number
			refused: string | null
	  }
	| { page: 'invitation-over'; validDays: number }
	| { page: 'no-setup-link'; validHours: number; isExpired: boolean }
	| { page: 'sign-in'; email: string; to: string; refused: Refused | null }
	| { page: 'link-sent'; validMinutes: number; againMinutes: number }
	| { page: 'mailed-link'; token: string; to: string }
	| { page: 'second-factor'; way: 'code' | 'other'; formToken: string; to: string; refused: string | null }
	| { page: 'new-factor'; qrCode: string; secret: string; formToken: string; to: string; refused: string | null }
	| { page: 'recovery-codes'; codes: readonly string[]; siteUrl: string; email: string; to: string }
	| { page: 'one-moment'; to: string }
	| { page: 'problem'; message: string; back: string; link: Link | null; isOutcomeUnknown: boolean; kept: KeptForm | null }

/** One request of the console, handed to the React app (app/admin). */
export type Visit = AppVisit & {
	/** Someone with a session, a second factor and the role; left out where `refusal` says why not. */
	work?: ConsoleRequest
	/** Failure of a form sent without JavaScript. */
	failure?: FormFailure
	/** Carries out the action of this address. */
	submit?: () => Promise<Submitted>
}

/** Lets the React app answer a request of the console. */
export const answerByConsole = (c: HttpContext, visit: Partial<Visit> & Asked): Promise<Response> => answerByReact(c, visit)
