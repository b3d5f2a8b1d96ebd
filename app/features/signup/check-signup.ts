import type { FormErrors } from '#app/lib/form.tsx'
import { NAME_TOO_LONG, SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'
import { isEmailAddress, NOT_AN_ADDRESS } from '#domain/email/email-address.ts'

export type SignupForm = { name: string; email: string }

export const hasEmptyField = ({ name, email }: SignupForm): boolean => name === '' || email === ''

/** Validates the sign-up form. The email's format is checked only if both fields are filled in. */
export function checkSignup(typed: SignupForm): FormErrors {
	const { name, email } = typed
	if (hasEmptyField(typed))
		return { name: name === '' ? 'Name is required' : undefined, email: email === '' ? 'Email is required' : undefined }
	return {
		name: name.length > SIGNUP_NAME_MAX_LENGTH ? NAME_TOO_LONG : undefined,
		email: isEmailAddress(email) ? undefined : NOT_AN_ADDRESS,
	}
}

/** Returns the first name: `  Grace  Brewster Hopper ` gives `Grace`. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
