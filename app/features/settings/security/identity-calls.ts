import type { Provider, UserIdentity } from '@supabase/supabase-js'

import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callAuth, tellAuth } from '#app/lib/call-auth.ts'
import { callApi } from '#app/lib/own-api.ts'
import { paths } from '#contracts/paths.ts'

export type Identity = UserIdentity

const NAMES: Record<string, string> = { email: 'Email', phone: 'Phone', github: 'GitHub', gitlab: 'GitLab', linkedin_oidc: 'LinkedIn' }

export const nameOfProvider = (provider: string): string => NAMES[provider] ?? `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`

export const listIdentities = (): Promise<AuthOutcome<Identity[]>> =>
	callAuth(async (auth) => {
		const { data, error } = await auth.getUserIdentities()
		return { data: data?.identities ?? null, error }
	})

/** Not ways of somebody else: these are our own. */
const OWN = new Set(['email', 'phone', 'anonymous_users'])

/** Names of the providers that this site has set up (AUTH_WIRE §5.18). @throws ApiError */
export async function listProviders(signal: AbortSignal): Promise<Provider[]> {
	const { external } = await callApi<{ external: Record<string, boolean> }>('/auth/v1/settings', { signal })
	return Object.keys(external).filter((name) => external[name] === true && !OWN.has(name)) as Provider[]
}

export const unlinkIdentity = (identity: Identity): Promise<AuthOutcome> => tellAuth((auth) => auth.unlinkIdentity(identity))

/** Leaves the page for the provider's. */
export const linkProvider = (provider: Provider): Promise<AuthOutcome> =>
	tellAuth((auth) => auth.linkIdentity({ provider, options: { redirectTo: `${window.location.origin}${paths.authCallback}` } }))
