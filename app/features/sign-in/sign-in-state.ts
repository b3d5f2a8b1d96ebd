/** Where the person is on /login. The address typed once is kept on the way back. */
export type SignInState = { step: 'form'; email: string } | { step: 'organization'; email: string } | ({ step: 'sent' } & SentMail)

/** A mail that was asked for; `waitSeconds` until another may be. */
export type SentMail = { what: 'code' | 'recovery'; email: string; waitSeconds: number }

/** Least seconds between two mails to one address (DECISIONS, Accounts: Codes). */
export const RESEND_SECONDS = 60

export type SignInFields = { email: string; password: string }
export type SignInAction = 'password' | 'code' | 'recovery'
export type SignInErrors = { email?: string; password?: string }

/** What is missing for one of the three ways in; null when nothing is. Only the password way needs a password. */
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
