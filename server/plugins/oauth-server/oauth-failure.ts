/** Error response of OAuth 2.1 §3.2.4. */
export class OauthFailure extends Error {
	readonly error:
		| 'invalid_request'
		| 'invalid_client'
		| 'invalid_grant'
		| 'invalid_scope'
		| 'unauthorized_client'
		| 'unsupported_grant_type'

	constructor(error: OauthFailure['error'], description: string) {
		super(description)
		this.name = 'OauthFailure'
		this.error = error
	}
}
