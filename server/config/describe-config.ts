import type { z } from 'zod'

import { withPluginVariables } from './config.ts'
import type { PluginSettings } from './plugin-settings.ts'

/** Source of a value. The environment overrides the file, and the file overrides the default. */
export type ValueOrigin = 'environment' | '.env' | 'default' | 'not set'

export type DescribedVariable = {
	name: string
	/** Value with secrets masked; may be empty. */
	value: string
	origin: ValueOrigin
}

type Variables = Readonly<Record<string, string | undefined>>

const MASK = '••••••'
const SECRET =
	/(?:SECRET|SECRETS|_PASS|_AUTH_TOKEN|SANDBOX_TOKEN|PRIVATE_KEY|SECRET_KEY|SECRET_ACCESS_KEY|ENCRYPTION_KEY|JWT_KEYS|TEST_OTP|METRICS_TOKEN|HEARTBEAT_URL)$/

/** Masks the password in a URL. An invalid URL is masked completely. */
function maskAddress(value: string): string {
	if (!URL.canParse(value)) return MASK
	const url = new URL(value)
	if (url.password !== '') url.password = MASK
	return decodeURI(url.href)
}

function mask(name: string, value: string): string {
	if (value === '') return value
	if (name === 'DATABASE_URL' || name === 'DATABASE_DIRECT_URL') return maskAddress(value)
	return SECRET.test(name) ? MASK : value
}

/** Returns the default as declared in the schema, before parsing. */
function declaredDefault({ _zod: { def } }: z.core.$ZodType): unknown {
	if ('defaultValue' in def) return def.defaultValue
	return 'in' in def ? declaredDefault(def.in as z.core.$ZodType) : undefined
}

/** Returns the default as text; '' if there is none, or if it is an object. */
function defaultOf(type: z.core.$ZodType): string {
	const value = declaredDefault(type)
	return typeof value === 'object' || value === undefined ? '' : `${value as string | number | boolean}`
}

/**
 * Describes all variables of the server in the order they are declared.
 * @param environment variables of the process, without those of the file
 * @param file variables of `.env`
 */
export function describeConfig(environment: Variables, file: Variables, plugins: readonly PluginSettings[]): DescribedVariable[] {
	return Object.entries(withPluginVariables(plugins)).map(([name, type]) => {
		// An empty variable counts as not set, but in the environment it still overrides the file.
		const given = environment[name] ?? file[name] ?? ''
		if (given !== '') return { name, value: mask(name, given), origin: environment[name] === undefined ? '.env' : 'environment' }
		const value = defaultOf(type)
		return { name, value, origin: value === '' ? 'not set' : 'default' }
	})
}
