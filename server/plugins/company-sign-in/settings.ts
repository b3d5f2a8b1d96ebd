import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'

import { requestLimit } from '#server/config/limits.ts'
import { defineSettings } from '#server/config/plugin-settings.ts'
import { flag } from '#server/config/variable.ts'

const MAX_SECONDS = 3600
const DURATION = /^(?:(\d{1,4})m)?(?:(\d{1,5})s)?$/

/** Schema of a duration in GoTrue's notation: `5m`, `90s`, `2m30s`. */
const duration = z
	.string()
	.transform((text) => {
		const [, minutes = '0', seconds = '0'] = DURATION.exec(text) ?? []
		return Number(minutes) * 60 + Number(seconds)
	})
	.refine((seconds) => seconds >= 1 && seconds <= MAX_SECONDS, 'must be a duration of at most an hour, e.g. 5m or 2m30s')

const variables = {
	GOTRUE_SAML_ENABLED: flag.default(false),
	GOTRUE_SAML_PRIVATE_KEY: z.string().trim().max(20_000).default(''),
	GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS: flag.default(false),
	GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD: duration.prefault('5m'),
	GOTRUE_SAML_RATE_LIMIT_ASSERTION: z.coerce.number().int().min(1).max(100_000).default(15),
	GOTRUE_SAML_EXTERNAL_URL: z.url({ protocol: /^https?$/ }).optional(),
	GOTRUE_RATE_LIMIT_SSO: requestLimit(30),
}

type SamlVariables = z.output<z.ZodObject<typeof variables>>

export type SamlConfig = {
	entityId: string
	acsUrl: string
	/** Private key that signs our requests, as PKCS#8 in PEM. */
	privateKey: string
	/** True if the key also decrypts assertions. */
	decrypts: boolean
	/** Maximum time that a user may spend at the provider, in seconds. */
	flowSeconds: number
	/** Maximum responses from one network in five minutes. */
	assertionsPerFiveMinutes: number
}

function readKey(base64: string) {
	try {
		return createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs1' })
	} catch {
		return null
	}
}

function findKeyProblem(base64: string): string | null {
	if (base64 === '') return 'is needed with GOTRUE_SAML_ENABLED'
	const key = readKey(base64)
	if (!key) return 'must be an RSA key, PKCS#1 in DER, written in base64'
	const { modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {}
	return modulusLength >= 2048 && publicExponent === 65_537n ? null : 'must be an RSA key of at least 2048 bits with the exponent 65537'
}

function findProblem(env: SamlVariables & { NODE_ENV: string }): { variable: keyof SamlVariables; message: string } | null {
	if (!env.GOTRUE_SAML_ENABLED) return null
	if (env.NODE_ENV === 'production' && env.GOTRUE_SAML_EXTERNAL_URL?.startsWith('http:'))
		return { variable: 'GOTRUE_SAML_EXTERNAL_URL', message: 'must start with https:// in production' }
	const message = findKeyProblem(env.GOTRUE_SAML_PRIVATE_KEY)
	return message === null ? null : { variable: 'GOTRUE_SAML_PRIVATE_KEY', message }
}

/**
 * @param authUrl public URL of `/auth/v1`; GOTRUE_SAML_EXTERNAL_URL overrides it for identity providers
 * @returns null if SAML is off
 */
function toSamlConfig(env: SamlVariables, authUrl: string): SamlConfig | null {
	const key = env.GOTRUE_SAML_ENABLED ? readKey(env.GOTRUE_SAML_PRIVATE_KEY) : null
	if (!key) return null
	const base = (env.GOTRUE_SAML_EXTERNAL_URL ?? authUrl).replace(/\/+$/, '')
	return {
		entityId: `${base}/sso/saml/metadata`,
		acsUrl: `${base}/sso/saml/acs`,
		privateKey: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
		decrypts: env.GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS,
		flowSeconds: env.GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD,
		assertionsPerFiveMinutes: env.GOTRUE_SAML_RATE_LIMIT_ASSERTION,
	}
}

export const samlSettings = defineSettings({
	variables,
	findProblem,
	read: (env, authUrl) => ({ saml: toSamlConfig(env, authUrl), requestsPerFiveMinutes: env.GOTRUE_RATE_LIMIT_SSO }),
})
