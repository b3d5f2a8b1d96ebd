import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callAuthWithoutValue } from '#app/lib/call-auth.ts'
import { callForOutcome } from '#app/lib/call-function.ts'
import { callApi } from '#app/lib/own-api.ts'

export const sendReauthentication = (): Promise<AuthOutcome> => callAuthWithoutValue((auth) => auth.reauthenticate())

/** Verifies the code, which reauthenticates the session. */
export const reauthenticateSession = (nonce: string): Promise<AuthOutcome> =>
	callForOutcome(() => callApi<null>('/api/sessions/proof', { method: 'POST', body: { nonce } }))
