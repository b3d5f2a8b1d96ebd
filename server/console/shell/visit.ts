import type { HttpContext } from '#server/http/environment.ts'
import { renderWithReact, type RenderRequest, type Visit as AppVisit } from '#server/http/react/answer-by-react.ts'

import type { ConsoleRequest } from './console-request.ts'
import type { Link } from './linked-error.ts'
import type { Role } from './session.ts'

/** A refused form, to be shown again with its values. */
export type FormFailure = {
	form: string
	message: string
	fields: Readonly<Record<string, string>>
	typed: Readonly<Record<string, string>>
	/** Error code; empty for an unexpected error. The form includes it when it is submitted again. */
	code: string
	/** Data for the form, from a FormRefused. */
	shown?: unknown
}

export type SubmitResult = Response | { failure: FormFailure; status: number }

/** A refused form whose URL has no page, to be submitted again with one button. */
export type KeptForm = {
	action: string
	fields: Readonly<Record<string, string>>
	/** The form's longer texts, to read and copy. */
	written: readonly (readonly [name: string, text: string])[]
	/** Error code; empty for an unexpected error. */
	code: string
	formToken: string | null
}

export type EntryPage =
	| {
			page: 'setup'
			token: string
			/** `timeZone`: empty until the form was sent. */
			typed: { email: string; name: string; timeZone: string }
			/** `zone`: the server's, which is usually the operator's, too. */
			zones: readonly string[]
			zone: string
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
	| { page: 'sign-in'; email: string; to: string; errors: { email?: string; password?: string }; refused: string | null }
	| { page: 'link-sent'; validMinutes: number; againMinutes: number }
	| { page: 'mailed-link'; token: string; to: string }
	| { page: 'second-factor'; way: 'code' | 'other'; formToken: string; to: string; refused: string | null }
	| { page: 'new-factor'; qrCode: string; uri: string; secret: string; formToken: string; to: string; refused: string | null }
	| { page: 'recovery-codes'; codes: readonly string[]; siteUrl: string; email: string; to: string }
	| { page: 'one-moment'; to: string }
	| {
			page: 'problem'
			message: string
			/** True if this account isn't allowed to do this. */ isForbidden: boolean
			back: string
			link: Link | null
			isOutcomeUnknown: boolean
			kept: KeptForm | null
	  }

export type Visit = AppVisit & {
	/** Request with the console session; absent if there is a `refusal`. */
	work?: ConsoleRequest
	failure?: FormFailure
	submit?: () => Promise<SubmitResult>
}

export const renderConsolePage = (c: HttpContext, visit: Partial<Visit> & RenderRequest): Promise<Response> => renderWithReact(c, visit)
