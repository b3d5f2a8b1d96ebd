import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callAuth, tellAuth } from '#app/lib/call-auth.ts'
import { callApi } from '#app/lib/own-api.ts'
import type { SessionSummary } from '#contracts/account.ts'

export type AppFactor = { id: string; name: string; addedAt: string }

/** The account's authenticator apps that have shown a code. */
export const listApps = (): Promise<AuthOutcome<AppFactor[]>> =>
	callAuth(async (auth) => {
		const { data, error } = await auth.mfa.listFactors()
		const apps = data?.totp.map((factor) => ({ id: factor.id, name: factor.friendly_name ?? '', addedAt: factor.created_at }))
		return { data: apps ?? null, error }
	})

export type NewApp = { id: string; picture: string; secret: string }

/** Begins an authenticator app; it counts when `confirmApp` has seen a code of it. */
export const beginApp = (name: string): Promise<AuthOutcome<NewApp>> =>
	callAuth(async (auth) => {
		const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
		return { data: data && { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret }, error }
	})

export const confirmApp = (factorId: string, code: string): Promise<AuthOutcome> =>
	tellAuth((auth) => auth.mfa.challengeAndVerify({ factorId, code }))

/** The session falls back by a step; its next token says so. */
export const removeApp = (factorId: string): Promise<AuthOutcome> =>
	tellAuth(async (auth) => {
		const { error } = await auth.mfa.unenroll({ factorId })
		return error ? { error } : auth.refreshSession()
	})

export type CodesLeft = { remaining: number; total: number } | null

/** @returns null inside for an account without recovery codes */
export const readCodesLeft = (): Promise<AuthOutcome<{ left: CodesLeft }>> =>
	callAuth<{ left: CodesLeft } | null>(async (auth) => {
		const { data, error } = await auth.mfa.recoveryCodes.getStatus()
		if (error?.code === 'mfa_factor_not_found') return { data: { left: null }, error: null }
		return { data: data && { left: { remaining: data.remaining, total: data.total } }, error }
	})

/** Ten new codes, told this once; older ones are dead. */
export const makeCodes = (hasCodes: boolean): Promise<AuthOutcome<{ codes: string[] }>> =>
	callAuth((auth) => (hasCodes ? auth.mfa.recoveryCodes.regenerate() : auth.mfa.recoveryCodes.generate()))

export const listSessions = (signal: AbortSignal): Promise<SessionSummary[]> => callApi<SessionSummary[]>('/api/sessions', { signal })

/** @throws ApiError */
export const endSession = (id: string): Promise<null> => callApi<null>(`/api/sessions/${id}`, { method: 'DELETE' })

export const endOtherSessions = (): Promise<AuthOutcome> => tellAuth((auth) => auth.signOut({ scope: 'others' }))
