import { randomBytes } from 'node:crypto'
import { z } from 'zod'

import { isLoopbackHost } from '#domain/network/loopback.ts'

/** Who reaches a server: the part of the environment that opens it to others than this machine. */
export const exposureVariables = {
	NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
	HOST: z.string().default('127.0.0.1'),
	SANDBOX_TOKEN: z
		.string()
		.regex(/^[\w-]{20,200}$/, 'must be at least 20 letters, digits, _ or -')
		.optional(),
}

type ExposureVariables = z.output<z.ZodObject<typeof exposureVariables>> & { GOTRUE_SITE_URL?: string | undefined }

/** Development shows every message to whoever asks and forgives a thousand times more: it is for this machine alone. */
export function findExposureProblems(env: ExposureVariables): { variable: string; message: string }[] {
	if (env.NODE_ENV === 'production') return []
	const remedy = `set NODE_ENV=production (with SANDBOX=1 while nothing is real)`
	const { HOST: host, GOTRUE_SITE_URL: site } = env
	return [
		...(site === undefined || isLoopbackHost(new URL(site).hostname)
			? []
			: [
					{
						variable: 'GOTRUE_SITE_URL',
						message: `${site} is open to others, and this is ${env.NODE_ENV}: ${remedy}, or leave the address out`,
					},
				]),
		...(isLoopbackHost(host)
			? []
			: [{ variable: 'HOST', message: `other machines reach ${host}, and this is ${env.NODE_ENV}: ${remedy}, or leave the host out` }]),
	]
}

/** What opens `/dev` and `/sandbox` to somebody at another machine; made anew at each start unless the operator brings one. */
export const toSandboxToken = (env: ExposureVariables): string => env.SANDBOX_TOKEN ?? randomBytes(24).toString('base64url')
