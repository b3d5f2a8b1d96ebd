import type { GoTrueClient } from '@supabase/auth-js'

import { refusalFrom, type AuthOutcome, type AuthRefusal } from './auth-refusal.ts'
import { loadAuth } from './backend.ts'
import { forgetSession, readSession } from './stored-session.ts'

function refuse(error: unknown): { ok: false; refusal: AuthRefusal } {
	const refusal = refusalFrom(error)
	if (refusal.kind === 'signed-out' && readSession().status === 'signed-in') forgetSession()
	return { ok: false, refusal }
}

/** Runs an auth call. Turns errors, returned or thrown, into a refusal. */
export async function callAuth<T>(
	call: (auth: GoTrueClient) => Promise<{ data: T; error: unknown }>,
): Promise<AuthOutcome<NonNullable<T>>> {
	try {
		const { data, error } = await call(await loadAuth())
		if (error || data === null || data === undefined) return refuse(error)
		return { ok: true, value: data }
	} catch (error) {
		return { ok: false, refusal: refusalFrom(error) }
	}
}

export async function callAuthWithoutValue(call: (auth: GoTrueClient) => Promise<{ error: unknown }>): Promise<AuthOutcome> {
	const outcome = await callAuth(async (auth) => ({ data: true, error: (await call(auth)).error }))
	return outcome.ok ? { ok: true, value: null } : outcome
}
