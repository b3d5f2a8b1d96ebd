import type { PasskeyListItem } from '@supabase/auth-js'

import type { AuthOutcome } from './auth-refusal.ts'
import { callAuth, callAuthWithoutValue } from './call-auth.ts'
import { withCaptcha } from './with-captcha.ts'

export const signInWithPasskey = (): Promise<AuthOutcome> =>
	withCaptcha((captcha) => callAuthWithoutValue((auth) => auth.signInWithPasskey({ options: captcha })))

/**
 * Offers passkeys in the autofill of a field with `autocomplete="username webauthn"`, and waits until the user picks one.
 * @returns true after sign-in; false if unsupported, if none was picked, or if the server refused
 */
export async function offerPasskeys(signal: AbortSignal): Promise<boolean> {
	const isAble = await window.PublicKeyCredential?.isConditionalMediationAvailable?.().catch(() => false)
	if (!isAble || signal.aborted) return false
	const outcome = await callAuthWithoutValue((auth) => auth.signInWithPasskey({ options: { mediation: 'conditional', signal } }))
	return outcome.ok
}

export type Passkey = PasskeyListItem

export const listPasskeys = (): Promise<AuthOutcome<Passkey[]>> => callAuth((auth) => auth.passkey.list())
export const addPasskey = (): Promise<AuthOutcome> => callAuthWithoutValue((auth) => auth.registerPasskey())
export const renamePasskey = (passkeyId: string, friendlyName: string): Promise<AuthOutcome> =>
	callAuthWithoutValue((auth) => auth.passkey.update({ passkeyId, friendlyName }))
export const removePasskey = (passkeyId: string): Promise<AuthOutcome> => callAuthWithoutValue((auth) => auth.passkey.delete({ passkeyId }))
