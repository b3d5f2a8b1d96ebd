import { SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'

export type SignupForm = { name: string; email: string }

export type SignupCheck = { ok: true; form: SignupForm } | { ok: false; reason: 'missing' | 'invalid-email' | 'name-too-long' }

/** Name and email are both needed after trimming, and the email must look like one. */
export function checkSignup({ name, email }: SignupForm): SignupCheck {
	const form = { name: name.trim(), email: email.trim() }
	if (form.name === '' || form.email === '') return { ok: false, reason: 'missing' }
	if (form.name.length > SIGNUP_NAME_MAX_LENGTH) return { ok: false, reason: 'name-too-long' }
	return isEmailAddress(form.email) ? { ok: true, form } : { ok: false, reason: 'invalid-email' }
}

/** `  Grace  Brewster Hopper ` → `Grace`. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
