import type { z } from 'zod'

import { duration } from './duration.ts'
import { flag } from './variable.ts'

const MAX_MS = 400 * 86_400_000

export const sessionVariables = {
	GOTRUE_SESSIONS_TIMEBOX: duration(1000, MAX_MS).prefault('720h'),
	GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: duration(1000, MAX_MS).optional(),
	GOTRUE_SESSIONS_ALLOW_LOW_AAL: duration(1000, MAX_MS).optional(),
	GOTRUE_SESSIONS_SINGLE_PER_USER: flag.default(false),
}

type SessionVariables = z.output<z.ZodObject<typeof sessionVariables>>

/** @param env includes the lifetime of access tokens, in seconds */
export function findSessionProblem(
	env: SessionVariables & { GOTRUE_JWT_EXP: number },
): { variable: keyof SessionVariables; message: string } | null {
	const inactivity = env.GOTRUE_SESSIONS_INACTIVITY_TIMEOUT
	// Clients refresh shortly before their token expires, so a shorter timeout would end every session.
	if (inactivity !== undefined && inactivity < env.GOTRUE_JWT_EXP * 1000)
		return { variable: 'GOTRUE_SESSIONS_INACTIVITY_TIMEOUT', message: 'is shorter than GOTRUE_JWT_EXP, so every session would end' }
	return null
}

export const toSessionConfig = (env: SessionVariables) => ({
	sessions: {
		limits: {
			timeboxMs: env.GOTRUE_SESSIONS_TIMEBOX,
			inactivityMs: env.GOTRUE_SESSIONS_INACTIVITY_TIMEOUT ?? null,
			lowAalMs: env.GOTRUE_SESSIONS_ALLOW_LOW_AAL ?? null,
		},
		/** True if a new sign-in ends the account's other sessions. */
		isSingle: env.GOTRUE_SESSIONS_SINGLE_PER_USER,
	},
})
