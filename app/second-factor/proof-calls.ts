import { toOutcome } from '#app/lib/api-outcome.ts'
import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callAuthWithoutValue } from '#app/lib/call-auth.ts'
import { callApi } from '#app/lib/own-api.ts'

/** Mails or texts the code that `proveSession` takes. */
export const sendReauthentication = (): Promise<AuthOutcome> => callAuthWithoutValue((auth) => auth.reauthenticate())

/** With the right code the session counts as fresh again. */
export const proveSession = (nonce: string): Promise<AuthOutcome> =>
	toOutcome(() => callApi<null>('/api/sessions/proof', { method: 'POST', body: { nonce } }))
