import { z } from 'zod'

import type { ProviderConfig } from '#server/adapters/oauth/port.ts'

import { flag, type ConfigProblem, splitList } from './variable.ts'

const text = z.string().trim().max(5000).default('')
const address = z.url({ protocol: /^https?$/ }).optional()

export const externalVariables = {
	GOTRUE_EXTERNAL_GOOGLE_ENABLED: flag.default(false),
	GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: text,
	GOTRUE_EXTERNAL_GOOGLE_SECRET: text,
	GOTRUE_EXTERNAL_APPLE_ENABLED: flag.default(false),
	GOTRUE_EXTERNAL_APPLE_CLIENT_ID: text,
	GOTRUE_EXTERNAL_APPLE_SECRET: text,
	GOTRUE_EXTERNAL_AZURE_ENABLED: flag.default(false),
	GOTRUE_EXTERNAL_AZURE_CLIENT_ID: text,
	GOTRUE_EXTERNAL_AZURE_SECRET: text,
	GOTRUE_EXTERNAL_AZURE_URL: address,
	GOTRUE_EXTERNAL_GITHUB_ENABLED: flag.default(false),
	GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: text,
	GOTRUE_EXTERNAL_GITHUB_SECRET: text,
	GOTRUE_EXTERNAL_GITHUB_URL: address,
	GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: flag.default(false),
	GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: text,
	GOTRUE_EXTERNAL_KEYCLOAK_SECRET: text,
	GOTRUE_EXTERNAL_KEYCLOAK_URL: address,
	GOTRUE_EXTERNAL_CUSTOM_ENABLED: flag.default(false),
	GOTRUE_EXTERNAL_CUSTOM_NAME: z
		.string()
		.regex(/^[a-z0-9-]{1,40}$/, 'may contain lowercase letters, digits and hyphens')
		.default('oidc'),
	GOTRUE_EXTERNAL_CUSTOM_CLIENT_ID: text,
	GOTRUE_EXTERNAL_CUSTOM_SECRET: text,
	GOTRUE_EXTERNAL_CUSTOM_URL: address,
	GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: flag.default(false),
}

type Environment = z.output<z.ZodObject<typeof externalVariables>>

export const PROVIDER_NAMES = ['google', 'apple', 'azure', 'github', 'keycloak', 'custom'] as const
type ProviderName = (typeof PROVIDER_NAMES)[number]

const KNOWN_URL: Partial<Record<ProviderName, string>> = {
	google: 'https://accounts.google.com',
	apple: 'https://appleid.apple.com',
	github: 'https://github.com',
}

function readProvider(env: Environment, provider: ProviderName) {
	const prefix = `GOTRUE_EXTERNAL_${provider.toUpperCase()}`
	const values: Record<string, unknown> = env
	const read = (name: string) => {
		const value = values[`${prefix}_${name}`]
		return typeof value === 'string' ? value : ''
	}
	const clientIds = splitList(read('CLIENT_ID'))
	return {
		prefix,
		isEnabled: values[`${prefix}_ENABLED`] === true,
		clientIds,
		secret: read('SECRET'),
		url: read('URL') || (KNOWN_URL[provider] ?? ''),
	}
}

export function findProviderConfigProblems(env: Environment & { NODE_ENV: string }): ConfigProblem[] {
	return PROVIDER_NAMES.flatMap((provider) => {
		const { prefix, isEnabled, clientIds, secret, url } = readProvider(env, provider)
		if (!isEnabled) return []
		const needed = `is needed with ${prefix}_ENABLED`
		return [
			...(clientIds.length > 0 ? [] : [{ variable: `${prefix}_CLIENT_ID`, message: needed }]),
			...(secret ? [] : [{ variable: `${prefix}_SECRET`, message: needed }]),
			...(url ? [] : [{ variable: `${prefix}_URL`, message: needed }]),
			...(env.NODE_ENV === 'production' && url.startsWith('http:')
				? [{ variable: `${prefix}_URL`, message: 'must start with https:// in production' }]
				: []),
		]
	})
}

export const toExternalConfig = (env: Environment) => {
	const providers: Record<string, ProviderConfig> = {}
	for (const provider of PROVIDER_NAMES) {
		const { isEnabled, clientIds, secret, url } = readProvider(env, provider)
		const [first, ...others] = clientIds
		if (!isEnabled || first === undefined) continue
		const name = provider === 'custom' ? `custom:${env.GOTRUE_EXTERNAL_CUSTOM_NAME}` : provider
		const kind = provider === 'github' ? 'github' : 'oidc'
		providers[name] = { name, kind, url: url.replace(/\/+$/, ''), clientIds: [first, ...others], secret }
	}
	return { providers, manualLinking: env.GOTRUE_SECURITY_MANUAL_LINKING_ENABLED }
}
