/** Supported OAuth scopes. Each gives access to a part of `/oauth/userinfo` and nothing else. */
export const OAUTH_SCOPES = ['openid', 'email', 'profile', 'phone'] as const
export type OauthScope = (typeof OAUTH_SCOPES)[number]

const isScope = (word: string): word is OauthScope => (OAUTH_SCOPES as readonly string[]).includes(word)

/** Parses a `scope` parameter: unique scopes in a fixed order; null if one is unknown. */
export function readScopes(text: string): OauthScope[] | null {
	const words = text.split(' ').filter(Boolean)
	return words.every(isScope) ? OAUTH_SCOPES.filter((scope) => words.includes(scope)) : null
}

export const coversScopes = (allowed: readonly string[], requested: readonly string[]): boolean =>
	requested.every((scope) => allowed.includes(scope))
