import type { EmailOtpType } from '@supabase/supabase-js'

import { paths } from '#contracts/paths.ts'

import type { AuthOutcome } from './auth-refusal.ts'
import { tellAuth } from './call-auth.ts'
import { withNext } from './next-path.ts'

const callbackUrl = (next: string | null) => `${window.location.origin}${withNext(paths.authCallback, next)}`

/** Creates the passwordless account if there is none and sends the e-mail with code and link (DECISIONS, Funnel: Signup modal). */
export const requestSignupCode = (input: { name: string; email: string; next: string | null }) =>
	tellAuth((auth) =>
		auth.signInWithOtp({ email: input.email, options: { data: { name: input.name }, emailRedirectTo: callbackUrl(input.next) } }),
	)

/** Sends a code to an existing account. An unknown address looks the same from here, so that nobody learns who has an account. */
export async function requestSignInCode(input: { email: string; next: string | null }): Promise<AuthOutcome> {
	return tellAuth(async (auth) => {
		const { error } = await auth.signInWithOtp({
			email: input.email,
			options: { shouldCreateUser: false, emailRedirectTo: callbackUrl(input.next) },
		})
		return { error: error?.code === 'otp_disabled' ? null : error }
	})
}

/** Signs in with the six digits of the e-mail. */
export const confirmEmailCode = (email: string, token: string) => tellAuth((auth) => auth.verifyOtp({ email, token, type: 'email' }))

/** Signs in with the link of an e-mail. Only this call uses the link up; opening the page does not. */
export const confirmEmailLink = (tokenHash: string, type: EmailOtpType) =>
	tellAuth((auth) => auth.verifyOtp({ token_hash: tokenHash, type }))

/** Second half of a PKCE sign-in; works only in the browser that began it. */
export const exchangeAuthCode = (code: string) => tellAuth((auth) => auth.exchangeCodeForSession(code))

/** Takes over a session handed over in the fragment of the address. */
export const adoptSession = (tokens: { access_token: string; refresh_token: string }) => tellAuth((auth) => auth.setSession(tokens))

export const signInWithPassword = (email: string, password: string) => tellAuth((auth) => auth.signInWithPassword({ email, password }))

/** Sends the recovery e-mail. The answer is the same for every address. */
export const requestPasswordReset = (email: string) =>
	tellAuth((auth) => auth.resetPasswordForEmail(email, { redirectTo: callbackUrl(null) }))

/** Sets a new password for whoever is signed in, and ends the other sessions. */
export const changePassword = (password: string) => tellAuth((auth) => auth.updateUser({ password }))

/** Ends this browser's session. supabase-js forgets it even where the server no longer knows it. */
export const signOut = () => tellAuth((auth) => auth.signOut({ scope: 'local' }))
