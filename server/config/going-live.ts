import { z } from 'zod'

import { isLoopbackHost } from '#domain/network/loopback.ts'
import { isPlaceholderAddress, isPlaceholderHost } from '#domain/network/placeholder.ts'

import { flag, type ConfigProblem } from './variable.ts'

export const goingLiveVariables = {
	GOTRUE_SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
	HSTS_INCLUDE_SUBDOMAINS: flag.default(false),
}

type Surroundings = z.output<z.ZodObject<typeof goingLiveVariables>> & {
	NODE_ENV: string
	SANDBOX?: boolean | undefined
	GOTRUE_SMTP_ADMIN_EMAIL?: string | undefined
	OPERATOR_EMAIL?: string | undefined
}

export const isLive = ({ NODE_ENV, SANDBOX }: Pick<Surroundings, 'NODE_ENV' | 'SANDBOX'>): boolean => NODE_ENV === 'production' && !SANDBOX

function findSiteProblem(site: string | undefined): string | null {
	if (site === undefined) return 'is needed in production: the public URL, used for links in emails'
	const { protocol, hostname } = new URL(site)
	if (protocol !== 'https:') return `${site} must start with https:// in production`
	return isPlaceholderHost(hostname) || isLoopbackHost(hostname) ? `${site} is a placeholder: set the public address` : null
}

/**
 * Finds configuration problems of a live server: a URL that is missing, insecure or a placeholder, and email addresses that are
 * placeholders.
 */
export function findLiveConfigProblems(env: Surroundings): ConfigProblem[] {
	if (!isLive(env)) return []
	const site = findSiteProblem(env.GOTRUE_SITE_URL)
	const addresses = (['GOTRUE_SMTP_ADMIN_EMAIL', 'OPERATOR_EMAIL'] as const).filter((name) => isPlaceholderAddress(env[name] ?? ''))
	return [
		...(site === null ? [] : [{ variable: 'GOTRUE_SITE_URL', message: site }]),
		...addresses.map((variable) => ({ variable, message: `${env[variable]} is a placeholder: no one reads emails sent there` })),
	]
}
