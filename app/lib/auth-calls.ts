import type { EmailOtpType, GoTrueClient, Provider } from '@supabase/auth-js'

import { paths } from '#contracts/paths.ts'

import type { AuthOutcome } from './auth-refusal.ts'
import { browserStorage } from './browser-storage.ts'
import { callAuth, callAuthWithoutValue } from './call-auth.ts'
import { noteLeaving } from './ended-session.ts'
import { KEPT_PAGES } from './kept-names.ts'
import { withNext } from './next-path.ts'
import { storageKeys } from './storage-keys.ts'
import { forgetSession, readSession } from './stored-session.ts'
import { readStoredUser } from './stored-user.ts'
import { withCaptcha } from './with-captcha.ts'

const callbackUrl = (next: string | null) => `${window.location.origin}${withNext(paths.authCallback, next)}`

/** Creates the passwordless account if there is none and sends the email with code and link. */
export const requestSignupCode = (input: { name: string; email: string; next: string | null }) =>
	withCaptcha((captcha) =>
		callAuthWithoutValue((auth) =>
			auth.signInWithOtp({
				email: input.email,
				options: { ...captcha, data: { name: input.name }, emailRedirectTo: callbackUrl(input.next) },
			}),
		),
	)

/** The name entered in this browser: an unconfirmed account takes it from the request that confirms it. */
function rememberedName(email: string): { data?: { name: string } } {
	const known = readStoredUser()
	return known && known.name !== '' && known.email.toLowerCase() === email.trim().toLowerCase() ? { data: { name: known.name } } : {}
}

/** Sends a code to an existing account. An unknown address gets the same result, so that it doesn't reveal who has an account. */
export const requestSignInCode = (input: { email: string; next: string | null }): Promise<AuthOutcome> =>
	withCaptcha((captcha) =>
		callAuthWithoutValue(async (auth) => {
			const { error } = await auth.signInWithOtp({
				email: input.email,
				options: { ...captcha, ...rememberedName(input.email), shouldCreateUser: false, emailRedirectTo: callbackUrl(input.next) },
			})
			return { error: error?.code === 'otp_disabled' ? null : error }
		}),
	)

/** Signs in with the six digits of the email. */
export const confirmEmailCode = (email: string, token: string) =>
	callAuthWithoutValue((auth) => auth.verifyOtp({ email, token, type: 'email' }))

/**
 * Signs in with the link of an email. Only this call uses the link up; opening the page does not.
 * @returns `isSignedIn` is false for the first of the two links that change an address
 */
export const confirmEmailLink = (tokenHash: string, type: EmailOtpType): Promise<AuthOutcome<{ isSignedIn: boolean }>> =>
	callAuth(async (auth) => {
		const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
		return { data: { isSignedIn: data.session !== null }, error }
	})

/** Second half of a PKCE sign-in; works only in the browser that started it. */
export const exchangeAuthCode = (code: string) => callAuthWithoutValue((auth) => auth.exchangeCodeForSession(code))

/** Adopts a session from the fragment of the URL. */
export const adoptSession = (tokens: { access_token: string; refresh_token: string }) =>
	callAuthWithoutValue((auth) => auth.setSession(tokens))

export const signInWithPassword = (email: string, password: string) =>
	withCaptcha((captcha) => callAuthWithoutValue((auth) => auth.signInWithPassword({ email, password, options: captcha })))

/**
 * Leaves the page to sign in at another site. The redirect is tried first, so that a refusal shows here and not on a page of raw text.
 * @param provider as `SignInWays` names it
 */
export const signInWithProvider = (provider: string, next: string | null): Promise<AuthOutcome> =>
	callAuthWithoutValue(async (auth) => {
		const options = { redirectTo: callbackUrl(next), skipBrowserRedirect: true }
		// The client's type lacks the names that an operator adds.
		const { data, error } = await auth.signInWithOAuth({ provider: provider as Provider, options })
		if (error) return { error }
		const trial = await fetch(data.url, { redirect: 'manual' })
		if (trial.type !== 'opaqueredirect') return { error: await readRefusal(trial) }
		window.location.assign(data.url)
		return { error: null }
	})

async function readRefusal(answer: Response): Promise<{ status: number; code: unknown; message: unknown }> {
	const body = (await answer.json().catch(() => null)) as { code?: unknown; msg?: unknown } | null
	return { status: answer.status, code: answer.headers.get('x-sb-error-code') ?? body?.code, message: body?.msg }
}

/**
 * Leaves the page to sign in at the organization for addresses of this domain.
 * @param domain e.g. `school.example`
 */
export const signInWithOrganization = (domain: string, next: string | null): Promise<AuthOutcome> =>
	withCaptcha((captcha) =>
		callAuthWithoutValue((auth) => auth.signInWithSSO({ domain, options: { ...captcha, redirectTo: callbackUrl(next) } })),
	)

/** Sends the recovery email. The answer is the same for every address. */
export const requestPasswordReset = (email: string) =>
	withCaptcha((captcha) => callAuthWithoutValue((auth) => auth.resetPasswordForEmail(email, { ...captcha, redirectTo: callbackUrl(null) })))

/** Sets a new password for the signed-in learner, and ends the other sessions. */
export const changePassword = (password: string) => callAuthWithoutValue((auth) => auth.updateUser({ password }))

/**
 * Ends this browser's session at the server, then forgets it here. When the server cannot be reached the session stays, so
 * that the person can try again; the client's own `signOut` would forget it first and leave it open at the server.
 */
export async function signOut(): Promise<AuthOutcome> {
	const session = readSession()
	const stay = session.status === 'signed-in' ? noteLeaving(session.user.id) : undefined
	const outcome = await callAuthWithoutValue(endSession)
	if (outcome.ok) {
		forgetSession()
		forgetKept()
	} else stay?.()
	return outcome
}

/** Modules saved for offline reading are removed when the user signs out. */
function forgetKept(): void {
	browserStorage()?.removeItem(storageKeys.keptModules)
	// Browsers offer caches on https and localhost only.
	void globalThis.caches?.delete(KEPT_PAGES)
}

async function endSession(auth: GoTrueClient): Promise<{ error: unknown }> {
	const { data, error } = await auth.getSession()
	if (!data.session) return { error: readSession().status === 'signed-in' ? error : null }
	const ended = await auth.admin.signOut(data.session.access_token, 'local')
	return { error: isEndedAlready(ended.error?.status ?? 0) ? null : ended.error }
}

/** Every refusal but a limit: the server does not take the token any more. */
const isEndedAlready = (status: number) => status >= 400 && status < 500 && status !== 429
