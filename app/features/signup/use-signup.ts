import { useState } from 'react'

import { requestSignupCode } from '#app/lib/auth-calls.ts'
import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { countStep } from '#app/lib/cookie-choice.ts'
import { type FormErrors, hasErrors } from '#app/lib/form.tsx'
import { saveStoredUser } from '#app/lib/stored-user.ts'
import type { ToastWords } from '#content/schema/primitives.ts'
import type { Signup } from '#content/schema/signup.ts'
import { paths } from '#contracts/paths.ts'
import { NAME_TOO_LONG, SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'
import { isEmailAddress, INVALID_EMAIL_MESSAGE } from '#domain/email/email-address.ts'

export type SignupForm = { name: string; email: string }

export const hasEmptyField = ({ name, email }: SignupForm): boolean => name === '' || email === ''

/** Validates the sign-up form. The email's format is checked only if both fields are filled in. */
export function checkSignup(typed: SignupForm): FormErrors {
	const { name, email } = typed
	if (hasEmptyField(typed))
		return { name: name === '' ? 'Name is required' : undefined, email: email === '' ? 'Email is required' : undefined }
	return {
		name: name.length > SIGNUP_NAME_MAX_LENGTH ? NAME_TOO_LONG : undefined,
		email: isEmailAddress(email) ? undefined : INVALID_EMAIL_MESSAGE,
	}
}

/** Returns the first name: `  Grace  Brewster Hopper ` gives `Grace`. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

type SignupInput = {
	words: Pick<Signup, 'missingToast' | 'successToast' | 'failureToast'>
	brand: string
	notify: (toast: ToastWords) => void
}

/** State of the free sign-up: creates a passwordless account, then shows the welcome. On any error the form keeps its input. */
export function useSignup({ words, brand, notify }: SignupInput) {
	const [user, setUser] = useState<SignupForm | null>(null)

	/** @param honeypot value of the honeypot field */
	async function submit(typed: SignupForm, honeypot: string | undefined): Promise<FormErrors | void> {
		const wrong = checkSignup(typed)
		if (hasEmptyField(typed)) notify(words.missingToast)
		if (hasErrors(wrong)) return wrong
		if (honeypot) return notify(words.failureToast)

		const outcome = await requestSignupCode({ ...typed, next: paths.courseModule(1) })
		if (outcome.ok) {
			countStep('signup')
			saveStoredUser(typed)
			setUser(typed)
			return notify({ ...words.successToast, title: words.successToast.title.replace('{brand}', brand) })
		}
		const { refusal } = outcome
		if (refusal.kind === 'invalid-email') return { email: describeRefusal(refusal) }
		notify(refusal.kind === 'unreachable' ? words.failureToast : { ...words.failureToast, description: describeRefusal(refusal) })
		return {}
	}

	/** `resume`: shows the welcome with its code field again, for use after a reload. */
	return { user, submit, resume: setUser }
}
