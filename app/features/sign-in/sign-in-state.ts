/** Where the person is on /login. The typed address is kept when going back. */
export type SignInState = { step: 'form'; email: string } | { step: 'organization'; email: string } | ({ step: 'sent' } & SentMail)

/** A requested mail; `waitSeconds` until another may be requested. */
export type SentMail = { what: 'code' | 'recovery'; email: string; waitSeconds: number }

/** Minimum seconds between two mails to one address. */
export const RESEND_SECONDS = 60

export type SignInFields = { email: string; password: string }
export type SignInAction = 'password' | 'code' | 'recovery'
export type SignInErrors = { email?: string; password?: string }

/** What is missing for one of the three sign-in methods; null when nothing is. Only the password way needs a password. */
export function checkSignIn(
	{ email, password }: SignInFields,
	action: SignInAction,
	isEmail: (text: string) => boolean,
): SignInErrors | null {
	const errors: SignInErrors = {
		...(isEmail(email.trim()) ? {} : { email: 'Please enter a valid email address' }),
		...(action === 'password' && password === '' ? { password: 'Please enter your password' } : {}),
	}
	return Object.keys(errors).length > 0 ? errors : null
}
