import type { GoTrueClient } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'

import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callAuth, callAuthWithoutValue } from '#app/lib/call-auth.ts'
import { callForOutcome } from '#app/lib/call-function.ts'
import { requireAuthValue } from '#app/lib/loaded.tsx'
import { callApi, findRefusal } from '#app/lib/own-api.ts'
import type { SessionSummary } from '#contracts/account.ts'

export type Factor = { id: string; name: string; addedAt: string }
export type Factors = { apps: Factor[]; keys: Factor[] }

type Listed = { id: string; friendly_name?: string | undefined; created_at: string }
const toFactor = ({ id, friendly_name, created_at }: Listed): Factor => ({ id, name: friendly_name ?? '', addedAt: created_at })

const listFactors = (): Promise<AuthOutcome<Factors>> =>
	callAuth(async (auth) => {
		const { data, error } = await auth.mfa.listFactors()
		return { data: data && { apps: data.totp.map(toFactor), keys: data.webauthn.map(toFactor) }, error }
	})

export const useFactors = () => useQuery({ queryKey: ['security', 'factors'], queryFn: async () => requireAuthValue(await listFactors()) })

export type NewAuthenticatorApp = { id: string; picture: string; secret: string }

/** Adds an authenticator app. It becomes active once `confirmApp` has verified a code. */
export const enrollAuthenticator = (name: string): Promise<AuthOutcome<NewAuthenticatorApp>> =>
	callAuth(async (auth) => {
		const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
		return { data: data && { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret }, error }
	})

export const confirmApp = (factorId: string, code: string): Promise<AuthOutcome> =>
	callAuthWithoutValue((auth) => auth.mfa.challengeAndVerify({ factorId, code }))

/** Adds a security key. If it can't be confirmed, it is removed again, so that its name can be reused. */
export const addSecurityKey = (name: string): Promise<AuthOutcome> =>
	callAuthWithoutValue(async (auth) => {
		const { data: factor, error } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: name })
		if (!factor) return { error }
		const refused = await touchNewKey(auth, factor.id)
		if (refused) await auth.mfa.unenroll({ factorId: factor.id })
		return { error: refused }
	})

async function touchNewKey(auth: GoTrueClient, factorId: string): Promise<unknown> {
	const site = { rpId: window.location.hostname, rpOrigins: [window.location.origin] }
	const { data: touched, error } = await auth.mfa.webauthn.challenge({ factorId, webauthn: site })
	if (!touched) return error
	return (await auth.mfa.webauthn.verify({ factorId, challengeId: touched.challengeId, webauthn: { ...site, ...touched.webauthn } })).error
}

/** Removes a factor and refreshes the session, whose assurance level may drop. */
export const removeFactor = (factorId: string): Promise<AuthOutcome> =>
	callAuthWithoutValue(async (auth) => {
		const { error } = await auth.mfa.unenroll({ factorId })
		return error ? { error } : auth.refreshSession()
	})

export type CodesLeft = { remaining: number; total: number } | null

/** @returns `left: null` for an account without recovery codes */
export const readCodesLeft = (): Promise<AuthOutcome<{ left: CodesLeft }>> =>
	callAuth<{ left: CodesLeft } | null>(async (auth) => {
		const { data, error } = await auth.mfa.recoveryCodes.getStatus()
		if (error?.code === 'mfa_factor_not_found') return { data: { left: null }, error: null }
		return { data: data && { left: { remaining: data.remaining, total: data.total } }, error }
	})

/** Generates ten new recovery codes, shown only once. Earlier ones stop working. */
export const makeCodes = (hasCodes: boolean): Promise<AuthOutcome<{ codes: string[] }>> =>
	callAuth((auth) => (hasCodes ? auth.mfa.recoveryCodes.regenerate() : auth.mfa.recoveryCodes.generate()))

export const listSessions = (signal: AbortSignal): Promise<SessionSummary[]> => callApi<SessionSummary[]>('/api/sessions', { signal })

/** Ends a session. A session that has already ended counts as success. */
export const endSession = (id: string): Promise<AuthOutcome> =>
	callForOutcome(() =>
		callApi<null>(`/api/sessions/${id}`, { method: 'DELETE' }).catch((error: unknown) => {
			if (findRefusal(error)?.status === 404) return null
			throw error
		}),
	)

export const endOtherSessions = (): Promise<AuthOutcome> => callAuthWithoutValue((auth) => auth.signOut({ scope: 'others' }))
