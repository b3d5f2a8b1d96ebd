import { z } from 'zod'

import { flag, splitList } from './variable.ts'

export const signInVariables = {
	SUPABASE_SECRET_KEY: z
		.string()
		.regex(/^sb_secret_[\w-]{32,200}$/, 'must be sb_secret_ and at least 32 letters, digits, _ or -')
		.optional(),
	GOTRUE_EXTERNAL_PHONE_ENABLED: flag.default(false),
	GOTRUE_SMS_AUTOCONFIRM: flag.default(false),
	GOTRUE_SMS_OTP_EXP: z.coerce.number().int().min(1).max(86_400).default(600),
	GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: flag.default(false),
	GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: z.coerce.number().int().min(1).default(30),
	GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag.default(false),
	GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY: z.string().min(32).max(200).optional(),
	GOTRUE_MFA_TOTP_ENROLL_ENABLED: flag.default(true),
	GOTRUE_MFA_TOTP_VERIFY_ENABLED: flag.default(true),
	GOTRUE_MFA_PHONE_ENROLL_ENABLED: flag.default(false),
	GOTRUE_MFA_PHONE_VERIFY_ENABLED: flag.default(false),
	GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: flag.default(true),
	GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED: flag.default(true),
	GOTRUE_MFA_RECOVERY_CODES_ENROLL_ENABLED: flag.default(true),
	GOTRUE_MFA_RECOVERY_CODES_VERIFY_ENABLED: flag.default(true),
	GOTRUE_MFA_MAX_ENROLLED_FACTORS: z.coerce.number().int().min(1).max(100).default(10),
	GOTRUE_PASSKEY_ENABLED: flag.default(true),
	GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER: z.coerce.number().int().min(1).max(100).default(10),
	GOTRUE_WEBAUTHN_RP_ID: z.hostname().optional(),
	GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: z.string().max(100).optional(),
	GOTRUE_WEBAUTHN_RP_ORIGINS: z.string().default(''),
}

/** @param siteUrl public origin; by default, its host is the relying party of passkeys */
export const toSignInConfig = (env: z.output<z.ZodObject<typeof signInVariables>>, siteUrl: string) => {
	const origins = splitList(env.GOTRUE_WEBAUTHN_RP_ORIGINS)
	return {
		/** Key that grants access to the admin API and `service_role`; null if only signed tokens do. */
		secretKey: env.SUPABASE_SECRET_KEY ?? null,
		phoneEnabled: env.GOTRUE_EXTERNAL_PHONE_ENABLED,
		phoneAutoconfirm: env.GOTRUE_SMS_AUTOCONFIRM,
		smsCodeSeconds: env.GOTRUE_SMS_OTP_EXP,
		anonymousEnabled: env.GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED,
		anonymousPerHour: env.GOTRUE_RATE_LIMIT_ANONYMOUS_USERS,
		/** True if setting a password requires a code once the session is older than a day. */
		passwordNeedsReauthentication: env.GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION,
		/** Encryption key kept outside the database. If null, secrets are encrypted only with a key from the database. */
		encryptionKey: env.GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY ?? null,
		factors: {
			totp: { enroll: env.GOTRUE_MFA_TOTP_ENROLL_ENABLED, verify: env.GOTRUE_MFA_TOTP_VERIFY_ENABLED },
			phone: { enroll: env.GOTRUE_MFA_PHONE_ENROLL_ENABLED, verify: env.GOTRUE_MFA_PHONE_VERIFY_ENABLED },
			webauthn: { enroll: env.GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED, verify: env.GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED },
			recovery_codes: { enroll: env.GOTRUE_MFA_RECOVERY_CODES_ENROLL_ENABLED, verify: env.GOTRUE_MFA_RECOVERY_CODES_VERIFY_ENABLED },
			max: env.GOTRUE_MFA_MAX_ENROLLED_FACTORS,
		},
		passkeys: { enabled: env.GOTRUE_PASSKEY_ENABLED, maxPerAccount: env.GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER },
		relyingParty: {
			id: env.GOTRUE_WEBAUTHN_RP_ID ?? new URL(siteUrl).hostname,
			name: env.GOTRUE_WEBAUTHN_RP_DISPLAY_NAME ?? null,
			origins: origins.length > 0 ? origins : [new URL(siteUrl).origin],
		},
	}
}
