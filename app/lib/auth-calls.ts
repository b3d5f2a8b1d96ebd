import type { EmailOtpType, GoTrueClient, Provider } from '@supabase/auth-js'

import { paths } from '#contracts/paths.ts'

import type { AuthOutcome } from './auth-refusal.ts'
import { browserStorage } from './browser-storage.ts'
import { callAuth, callAuthWithoutValue } from './call-auth.ts'
import { markSigningOut } from './ended-session.ts'
import { KEPT_PAGES } from './kept-names.ts'
import { withNextPath } from './next-path.ts'
import { storageKeys } from './storage-keys.ts'
import { forgetSession, readSession } from './stored-session.ts'
import { readStoredUser } from './stored-user.ts'
import { withCaptcha } from './with-captcha.ts'

const callbackUrl = (next: string | null) => `${window.location.origin}${withNextPath(paths.authCallback, next)}`

/** Sends a code and a link, and creates a passwordless account if there is none. */
export const requestSignupCode = (input: { name: string; email: string; next: string | null }) =>
	withCaptcha((captcha) =>
		callAuthWithoutValue((auth) =>
			auth.signInWithOtp({
				email: input.email,
				options: { ...captcha, data: { name: input.name }, emailRedirectTo: callbackUrl(input.next) },
			}),
		),
	)

/** Returns the stored name, to send with the request for a code: it becomes the name of an unconfirmed account. */
function rememberedName(email: string): { data?: { name: string } } {
	const known = readStoredUser()
	return known && known.name !== '' && known.email.toLowerCase() === email.trim().toLowerCase() ? { data: { name: known.name } } : {}
}

/** Requests a sign-in code. The response is the same for unknown addresses, so that it doesn't reveal who has an account. */
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

export const confirmEmailCode = (email: string, token: string) =>
	callAuthWithoutValue((auth) => auth.verifyOtp({ email, token, type: 'email' }))

/**
 * Signs in with an emailed link. Opening the page doesn't use the link up; this call does.
 * @returns `isSignedIn` is false for the first of the two links that confirm a change of email
 */
export const verifyEmailLink = (tokenHash: string, type: EmailOtpType): Promise<AuthOutcome<{ isSignedIn: boolean }>> =>
	callAuth(async (auth) => {
		const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
		return { data: { isSignedIn: data.session !== null }, error }
	})

/** Completes a PKCE sign-in. Works only in the browser that started it. */
export const exchangeAuthCode = (code: string) => callAuthWithoutValue((auth) => auth.exchangeCodeForSession(code))

/** Stores a session passed in the URL's fragment. */
export const adoptSession = (tokens: { access_token: string; refresh_token: string }) =>
	callAuthWithoutValue((auth) => auth.setSession(tokens))

export const signInWithPassword = (email: string, password: string) =>
	withCaptcha((captcha) => callAuthWithoutValue((auth) => auth.signInWithPassword({ email, password, options: captcha })))

/**
 * Starts a sign-in with a provider. Fetches the provider's URL instead of navigating, so that this page can show an error.
 * @param provider name as in `SignInWays`
 */
export const signInWithProvider = (provider: string, next: string | null): Promise<AuthOutcome> =>
	callAuthWithoutValue(async (auth) => {
		const options = { redirectTo: callbackUrl(next), skipBrowserRedirect: true }
		// The client library's type doesn't include custom providers.
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

/** @param domain for example `school.example` */
export const signInWithOrganization = (domain: string, next: string | null): Promise<AuthOutcome> =>
	withCaptcha((captcha) =>
		callAuthWithoutValue((auth) => auth.signInWithSSO({ domain, options: { ...captcha, redirectTo: callbackUrl(next) } })),
	)

/** Requests the recovery email. The response is the same for every address. */
export const requestPasswordReset = (email: string) =>
	withCaptcha((captcha) => callAuthWithoutValue((auth) => auth.resetPasswordForEmail(email, { ...captcha, redirectTo: callbackUrl(null) })))

/** Sets a new password for the signed-in learner and ends all other sessions. */
export const changePassword = (password: string) => callAuthWithoutValue((auth) => auth.updateUser({ password }))

/**
 * Signs out. If the server can't be reached, the session is kept, so that the learner can retry. (The client library's `signOut`
 * would remove it first and leave it open on the server.)
 */
export async function signOut(): Promise<AuthOutcome> {
	const session = readSession()
	const stay = session.status === 'signed-in' ? markSigningOut(session.user.id) : undefined
	const outcome = await callAuthWithoutValue(endSession)
	if (outcome.ok) {
		forgetSession()
		forgetKept()
	} else stay?.()
	return outcome
}

/** Removes modules saved for offline use. */
function forgetKept(): void {
	browserStorage()?.removeItem(storageKeys.keptModules)
	// The Cache API exists only on https and localhost.
	void globalThis.caches?.delete(KEPT_PAGES)
}

async function endSession(auth: GoTrueClient): Promise<{ error: unknown }> {
	const { data, error } = await auth.getSession()
	if (!data.session) return { error: readSession().status === 'signed-in' ? error : null }
	const ended = await auth.admin.signOut(data.session.access_token, 'local')
	return { error: isEndedAlready(ended.error?.status ?? 0) ? null : ended.error }
}

/** True for any 4xx status except 429: the token is no longer valid, so the session has ended already. */
const isEndedAlready = (status: number) => status >= 400 && status < 500 && status !== 429
