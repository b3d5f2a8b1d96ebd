import {
	ChallengeFactorBody,
	EnrollFactorBody,
	PasskeyAnswerBody,
	RecoveryCodeBody,
	RecoveryCodesBody,
	RenamePasskeyBody,
	VerifyFactorBody,
} from '#contracts/auth.ts'
import { type HttpHandler, readJson } from '#server/http/environment.ts'
import { challengeFactor } from '#server/services/identity/factors/challenge-factor.ts'
import { type EnrolledFactor, enrollFactor, unenrollFactor } from '#server/services/identity/factors/enroll-factor.ts'
import {
	generateRecoveryCodes,
	type NewRecoveryCodes,
	readRecoveryStatus,
	regenerateRecoveryCodes,
	removeRecoveryCodes,
	spendRecoveryCode,
} from '#server/services/identity/factors/recovery-codes.ts'
import { verifyFactor } from '#server/services/identity/factors/verify-factor.ts'
import {
	deletePasskey,
	finishPasskeyRegistration,
	listPasskeys,
	renamePasskey,
	startPasskeyRegistration,
} from '#server/services/identity/passkeys/manage-passkeys.ts'
import type { PasskeyOptions, PasskeyRow } from '#server/services/identity/passkeys/passkey-rules.ts'
import { finishPasskeySignIn, startPasskeySignIn } from '#server/services/identity/passkeys/sign-in-with-passkey.ts'

import { sendSession } from './token.ts'
import { requireSignedIn } from './user.ts'

function presentEnrolled(factor: EnrolledFactor) {
	const { id, type, friendlyName } = factor
	const common = { id, type, friendly_name: friendlyName }
	if (type === 'phone') return { ...common, phone: factor.phone }
	if (type === 'webauthn') return common
	return { ...common, totp: { qr_code: factor.qrCode, secret: factor.secret, uri: factor.uri } }
}

export const postFactor: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	return c.json(presentEnrolled(await enrollFactor(c.var.ctx, caller, await readJson(c, EnrollFactorBody))))
}

export const postChallenge: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const { channel } = await readJson(c, ChallengeFactorBody)
	const { expiresAt, ...challenge } = await challengeFactor(c.var.ctx, caller, { factorId: c.req.param('id') ?? '', channel })
	return c.json({ ...challenge, expires_at: expiresAt })
}

export const postVerifyFactor: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const body = await readJson(c, VerifyFactorBody)
	return sendSession(c, await verifyFactor(c.var.ctx, caller, { ...body, factorId: c.req.param('id') ?? '' }))
}

export const deleteFactor: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	return c.json({ id: await unenrollFactor(c.var.ctx, caller, c.req.param('id') ?? '') })
}

const presentCodes = ({ id, friendlyName, codes }: NewRecoveryCodes) => ({
	id,
	type: 'recovery_code',
	...(friendlyName && { friendly_name: friendlyName }),
	total: codes.length,
	codes,
})

export const getRecoveryCodes: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const { id, total, remaining } = await readRecoveryStatus(c.var.ctx, caller)
	return c.json({ id, type: 'recovery_code', total, remaining })
}

export const postRecoveryCodes: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const { friendly_name: name } = await readJson(c, RecoveryCodesBody)
	return c.json(presentCodes(await generateRecoveryCodes(c.var.ctx, caller, name ?? '')))
}

export const postNewRecoveryCodes: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	return c.json(presentCodes(await regenerateRecoveryCodes(c.var.ctx, caller)))
}

export const deleteRecoveryCodes: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	return c.json({ id: await removeRecoveryCodes(c.var.ctx, caller) })
}

export const postRecoveryCode: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const { code } = await readJson(c, RecoveryCodeBody)
	return sendSession(c, await spendRecoveryCode(c.var.ctx, caller, code ?? ''))
}

const presentOptions = ({ challengeId, options, expiresAt }: PasskeyOptions) => ({
	challenge_id: challengeId,
	options,
	expires_at: expiresAt,
})

export const toPasskeyJson = (passkey: PasskeyRow) => ({
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
	return c.json(toPasskeyJson(passkey))
}

export const postAuthenticationOptions: HttpHandler = async (c) => c.json(presentOptions(await startPasskeySignIn(c.var.ctx)))

export const postAuthentication: HttpHandler = async (c) =>
	sendSession(c, await finishPasskeySignIn(c.var.ctx, await readJson(c, PasskeyAnswerBody)))

export const getPasskeys: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const passkeys = await listPasskeys(c.var.ctx, caller)
	return c.json(passkeys.map(toPasskeyJson))
}

export const patchPasskey: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const { friendly_name: name } = await readJson(c, RenamePasskeyBody)
	return c.json(toPasskeyJson(await renamePasskey(c.var.ctx, caller, { id: c.req.param('id') ?? '', name: name ?? '' })))
}

export const deletePasskeyById: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	await deletePasskey(c.var.ctx, caller, c.req.param('id') ?? '')
	return c.body(null, 204)
}
