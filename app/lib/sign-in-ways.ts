import { useEffect, useState } from 'react'

import { callApi } from './own-api.ts'

export type SignInWays = {
	/** Names of the enabled providers, such as `github` or `custom:acme`. */
	providers: readonly string[]
	hasSingleSignOn: boolean
	hasPasskeys: boolean
	canLink: boolean
	hasSecurityKeys: boolean
	hasApplications: boolean
}

type Settings = {
	external?: Record<string, unknown>
	saml_enabled?: unknown
	passkeys_enabled?: unknown
	manual_linking_enabled?: unknown
	security_keys_enabled?: unknown
	oauth_server_enabled?: unknown
}

/** Fallback until the server responds: only methods that are always available. */
export const DEFAULT_SIGN_IN_WAYS: SignInWays = {
	providers: [],
	hasSingleSignOn: false,
	hasPasskeys: true,
	canLink: false,
	hasSecurityKeys: false,
	hasApplications: false,
}

/** Matches settings that aren't providers: our own methods, and crypto wallets, which sign in only through the API. */
const OWN = /^(email|phone|anonymous_users|web3_.*)$/

/** @param settings body of `GET /auth/v1/settings` */
export function readSignInWays(settings: Settings): SignInWays {
	const { external = {} } = settings
	return {
		providers: Object.keys(external)
			.filter((name) => external[name] === true && !OWN.test(name))
			.toSorted((one, other) => nameOfProvider(one).localeCompare(nameOfProvider(other))),
		hasSingleSignOn: settings.saml_enabled === true,
		hasPasskeys: settings.passkeys_enabled === true,
		canLink: settings.manual_linking_enabled === true,
		hasSecurityKeys: settings.security_keys_enabled === true,
		hasApplications: settings.oauth_server_enabled === true,
	}
}

let asking: Promise<SignInWays> | null = null

/**
 * Loads the settings once per page load.
 * @throws ApiError; the next call tries again
 */
export function loadSignInWays(): Promise<SignInWays> {
	asking ??= callApi<Settings>('/auth/v1/settings').then(readSignInWays, (error: unknown) => {
		asking = null
		throw error
	})
	return asking
}

const NAMES: Record<string, string> = {
	azure: 'Microsoft',
	email: 'Email',
	github: 'GitHub',
	gitlab: 'GitLab',
	linkedin_oidc: 'LinkedIn',
	web3: 'Wallet',
}

/** Names a provider: `custom:my-school` gives `My school`; the learner's organization, `sso:…`, gives `Single sign-on`. */
export function nameOfProvider(provider: string): string {
	if (provider.startsWith('sso:')) return 'Single sign-on'
	const name = provider.replace(/^custom:/, '')
	return NAMES[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll(/[-_]/g, ' ')}`
}

/** Maximum wait for the server's list before default methods are shown, so that normally all buttons appear together. */
const MAX_WAIT_MS = 500

/** @returns null while loading; the fallback if the request fails or takes too long, until the response arrives */
export function useSignInWays(): SignInWays | null {
	const [ways, setWays] = useState<SignInWays | null>(null)
	useEffect(() => {
		let isMounted = true
		const settle = () => setWays((known) => known ?? DEFAULT_SIGN_IN_WAYS)
		const timer = setTimeout(settle, MAX_WAIT_MS)
		loadSignInWays().then((loaded) => isMounted && setWays(loaded), settle)
		return () => {
			isMounted = false
			clearTimeout(timer)
		}
	}, [])
	return ways
}
