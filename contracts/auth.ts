import { z } from 'zod'

/**
 * Request bodies of `/auth/v1`. Checks only types; services validate values and choose the error code. Clients send null for missing
 * values.
 */
// Rejects NUL, which PostgreSQL text can't contain.
export const storableText = z
	.string()
	.max(10_000)
	.refine((value) => !value.includes('\0'), 'Text must not contain the NUL character')
	.nullish()
export const metadataField = z.record(z.string(), z.json()).nullish()
const pkce = { code_challenge: storableText, code_challenge_method: storableText }
const address = { email: storableText, phone: storableText }

export const SignUpBody = z.object({ ...address, ...pkce, password: storableText, data: metadataField, channel: storableText })
export const PasswordGrantBody = z.object({ ...address, password: storableText })
export const RefreshGrantBody = z.object({ refresh_token: storableText })
export const PkceGrantBody = z.object({ auth_code: storableText, code_verifier: storableText })
export const IdTokenGrantBody = z.object({
	provider: storableText,
	id_token: storableText,
	access_token: storableText,
	nonce: storableText,
	link_identity: z.boolean().nullish(),
})
const message = z.string().max(20_480).nullish()
export const WalletGrantBody = z.object({ chain: storableText, message, signature: storableText })
export const SendOtpBody = z.object({ ...address, ...pkce, create_user: z.boolean().nullish(), data: metadataField, channel: storableText })
export const VerifyBody = z.object({ ...address, type: storableText, token: storableText, token_hash: storableText })
export const RecoverBody = z.object({ email: storableText, ...pkce })
export const ResendBody = z.object({ ...address, ...pkce, type: storableText })
export const UpdateUserBody = z.object({
	...address,
	...pkce,
	password: storableText,
	data: metadataField,
	channel: storableText,
	nonce: storableText,
	app_metadata: z.unknown().optional(),
})
export const EnrollFactorBody = z.object({
	factor_type: storableText,
	friendly_name: storableText,
	issuer: storableText,
	phone: storableText,
})
export const ChallengeFactorBody = z.object({ channel: storableText })
/** The authenticator's response is validated by the WebAuthn library. */
const credential = z.record(z.string(), z.unknown()).nullish()
export const VerifyFactorBody = z.object({
	challenge_id: storableText,
	code: storableText,
	webauthn: z.object({ type: storableText, credential_response: credential }).nullish(),
})
export const RecoveryCodesBody = z.object({ friendly_name: storableText })
export const RecoveryCodeBody = z.object({ code: storableText })
export const PasskeyAnswerBody = z.object({ challenge_id: storableText, credential })
export const RenamePasskeyBody = z.object({ friendly_name: storableText })

export type SignUpBody = z.output<typeof SignUpBody>
export type SendOtpBody = z.output<typeof SendOtpBody>
export type VerifyBody = z.output<typeof VerifyBody>
export type UpdateUserBody = z.output<typeof UpdateUserBody>
export type EnrollFactorBody = z.output<typeof EnrollFactorBody>
export type VerifyFactorBody = z.output<typeof VerifyFactorBody>
export type PasskeyAnswerBody = z.output<typeof PasskeyAnswerBody>

type Json = z.output<ReturnType<typeof z.json>>

export type IdentityResponse = {
	identity_id: string
	id: string
	user_id: string
	identity_data: Json
	provider: string
	last_sign_in_at?: string
	created_at: string
	updated_at: string
	email?: string
}

export type FactorResponse = {
	id: string
	friendly_name?: string
	factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code'
	status: 'unverified' | 'verified'
	phone: string | null
	created_at: string
	updated_at: string
	last_challenged_at: string | null
}

/** Times are RFC 3339 in UTC. */
export type UserResponse = {
	id: string
	aud: string
	role: string
	email: string
	phone: string
	email_confirmed_at?: string
	phone_confirmed_at?: string
	confirmed_at?: string
	invited_at?: string
	confirmation_sent_at?: string
	recovery_sent_at?: string
	new_email?: string
	email_change_sent_at?: string
	new_phone?: string
	phone_change_sent_at?: string
	reauthentication_sent_at?: string
	last_sign_in_at?: string
	banned_until?: string
	deleted_at?: string
	app_metadata: Json
	user_metadata: Json
	identities: IdentityResponse[]
	factors?: FactorResponse[]
	created_at: string
	updated_at: string
	is_anonymous: boolean
}

export type SessionBody = {
	access_token: string
	token_type: 'bearer'
	/** Lifetime in seconds. */
	expires_in: number
	/** Expiry in seconds since 1970. */
	expires_at: number
	refresh_token: string
	user: UserResponse
	/** The OAuth provider's token, included only right after a sign-in with that provider. */
	provider_token?: string
	provider_refresh_token?: string
	weak_password?: { message: string; reasons: readonly string[] }
}
