import { randomBytes } from 'node:crypto'
import { z } from 'zod'

import { isLoopbackHost } from '#domain/network/loopback.ts'

import { type ConfigProblem, splitList } from './variable.ts'

const origins = z.string().transform((list, issues) => {
	const entries = splitList(list)
	for (const entry of entries)
		if (!/^https?:$/.test(URL.parse(entry)?.protocol ?? '') || URL.parse(entry)?.origin !== entry)
			issues.addIssue({
				code: 'custom',
				message: `${entry} must be an origin such as https://www.academy.org: no path, no slash at its end`,
			})
	return entries
})

export const exposureVariables = {
	NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
	HOST: z.string().default('127.0.0.1'),
	SITE_ORIGINS: origins.prefault(''),
	SANDBOX_TOKEN: z
		.string()
		.regex(/^[\w-]{20,200}$/, 'must be at least 20 letters, digits, _ or -')
		.optional(),
}

type ExposureVariables = z.output<z.ZodObject<typeof exposureVariables>> & { GOTRUE_SITE_URL?: string | undefined }

/**
 * Finds settings that expose a development server to other machines. Such a server shows every message to everyone, and its rate limits are
 * a thousand times higher.
 */
export function findExposureConfigProblems(env: ExposureVariables): ConfigProblem[] {
	if (env.NODE_ENV === 'production') return []
	const remedy = `set NODE_ENV=production (with SANDBOX=1 while nothing is real)`
	const { HOST: host, GOTRUE_SITE_URL: site } = env
	const far = env.SITE_ORIGINS.find((origin) => !isLoopbackHost(new URL(origin).hostname))
	return [
		...(far === undefined
			? []
			: [{ variable: 'SITE_ORIGINS', message: `${far} can be reached from other machines, but NODE_ENV is ${env.NODE_ENV}: ${remedy}` }]),
		...(site === undefined || isLoopbackHost(new URL(site).hostname)
			? []
			: [
					{
						variable: 'GOTRUE_SITE_URL',
						message: `${site} can be reached from other machines, but NODE_ENV is ${env.NODE_ENV}: ${remedy}, or leave the address out`,
					},
				]),
		...(isLoopbackHost(host)
			? []
			: [
					{
						variable: 'HOST',
						message: `other machines can reach ${host}, but NODE_ENV is ${env.NODE_ENV}: ${remedy}, or leave the host out`,
					},
				]),
	]
}

export const toOtherOrigins = (env: ExposureVariables): ReadonlyMap<string, string> =>
	new Map(env.SITE_ORIGINS.map((origin) => [new URL(origin).host, origin]))

/** Returns the configured token, or a random one that is valid until the next start. */
export const toSandboxToken = (env: ExposureVariables): string => env.SANDBOX_TOKEN ?? randomBytes(24).toString('base64url')
