import { PasskeyAnswerBody, RenamePasskeyBody } from '#contracts/auth.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { deletePasskey, listPasskeys, renamePasskey } from '#server/services/identity/passkeys/manage-passkeys.ts'
import type { PasskeyOptions, PasskeyRow } from '#server/services/identity/passkeys/passkey-rules.ts'
import { finishPasskeyRegistration, startPasskeyRegistration } from '#server/services/identity/passkeys/register-passkey.ts'
import { finishPasskeySignIn, startPasskeySignIn } from '#server/services/identity/passkeys/sign-in-with-passkey.ts'

import { sendSession } from './session-body.ts'
import { requireSignedIn } from './user.ts'

const presentOptions = ({ challengeId, options, expiresAt }: PasskeyOptions) => ({
	challenge_id: challengeId,
	options,
	expires_at: expiresAt,
})

export const presentPasskey = (passkey: PasskeyRow) => ({
	id: passkey.id,
	...(passkey.friendly_name && { friendly_name: passkey.friendly_name }),
	created_at: passkey.created_at.toISOString(),
	...(passkey.last_used_at && { last_used_at: passkey.last_used_at.toISOString() }),
})

export const postRegistrationOptions: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	return c.json(presentOptions(await startPasskeyRegistration(c.var.ctx, caller)))
}

export const postRegistration: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const passkey = await finishPasskeyRegistration(c.var.ctx, caller, await readJson(c, PasskeyAnswerBody))
	return c.json(presentPasskey(passkey))
}

export const postAuthenticationOptions: HttpHandler = async (c) => c.json(presentOptions(await startPasskeySignIn(c.var.ctx)))

export const postAuthentication: HttpHandler = async (c) =>
	sendSession(c, await finishPasskeySignIn(c.var.ctx, await readJson(c, PasskeyAnswerBody)))

export const getPasskeys: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const passkeys = await listPasskeys(c.var.ctx, caller)
	return c.json(passkeys.map(presentPasskey))
}

export const patchPasskey: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const { friendly_name: name } = await readJson(c, RenamePasskeyBody)
	return c.json(presentPasskey(await renamePasskey(c.var.ctx, caller, { id: c.req.param('id') ?? '', name: name ?? '' })))
}

export const deletePasskeyById: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	await deletePasskey(c.var.ctx, caller, c.req.param('id') ?? '')
	return c.body(null, 204)
}
