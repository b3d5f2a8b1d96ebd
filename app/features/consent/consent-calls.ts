import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callAuth } from '#app/lib/call-auth.ts'

export type AuthorizationRequest = {
	id: string
	application: string
	homepage: string
	redirectUri: string
	email: string
	scopes: string[]
	/** True if the application registered itself and no operator has reviewed it. */
	isUnchecked: boolean
}
/** Authorization request to approve or deny, or the URL to redirect to if it was already decided. */
export type OpenedRequest = { kind: 'request'; request: AuthorizationRequest } | { kind: 'answered'; url: string }

/** Loads an authorization request. From then on, only this learner can approve or deny it. */
export const openAuthorizationRequest = (id: string): Promise<AuthOutcome<OpenedRequest>> =>
	callAuth<OpenedRequest | null>(async (auth) => {
		const { data, error } = await auth.oauth.getAuthorizationDetails(id)
		if (!data) return { data: null, error }
		if ('redirect_url' in data) return { data: { kind: 'answered' as const, url: data.redirect_url }, error }
		const { client, user, scope } = data
		const request = {
			id,
			application: client.name,
			homepage: client.uri,
			redirectUri: data.redirect_uri,
			email: user.email,
			scopes: scope.split(' '),
			// Only our server sends this field, so the client library's types don't include it.
			isUnchecked: 'registration_type' in client && client.registration_type === 'dynamic',
		}
		return { data: { kind: 'request' as const, request }, error }
	})

/**
 * Approves or denies the request.
 * @returns the application's URL, with the result
 */
export const answerAuthorizationRequest = (id: string, isYes: boolean): Promise<AuthOutcome<string>> =>
	callAuth(async (auth) => {
		const options = { skipBrowserRedirect: true }
		const { data, error } = await (isYes ? auth.oauth.approveAuthorization(id, options) : auth.oauth.denyAuthorization(id, options))
		return { data: data?.redirect_url ?? null, error }
	})
