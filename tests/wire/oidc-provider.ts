import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { createHash, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export const CLIENT_ID = 'launchway-client'
export const CLIENT_SECRET = 'a secret between the two'

export type Person = { sub: string; email?: string; email_verified?: boolean | string; name?: string }

type Grant = { person: Person; redirectUri: string; challenge: string; nonce: string | null }
type Token = { header: { alg: string; kid?: string }; claims: JWTPayload }
/** Changes the contents of the provider's next ID tokens. */
type Tamper = (token: Token) => void

const base64url = (text: string) => Buffer.from(text).toString('base64url')
const readForm = async (request: http.IncomingMessage) => {
	let text = ''
	for await (const chunk of request) text += String(chunk)
	return new URLSearchParams(text)
}

async function makeKeys(kid: string) {
	const { publicKey, privateKey } = await generateKeyPair('ES256')
	return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
}

/**
 * Starts a small OpenID provider on loopback with real keys, single-use codes and PKCE checks. It keeps no sessions: the test
 * acts as the user.
 */
export async function startOidcProvider() {
	const keys = await makeKeys('first')
	const strangers = await makeKeys('first')
	const grants = new Map<string, Grant>()
	const tokenRequests: URLSearchParams[] = []
	let tamper: Tamper = () => undefined
	let signer = keys.privateKey
	let issuer = ''

	const sign = async (claims: JWTPayload): Promise<string> => {
		const now = Math.floor(Date.now() / 1000)
		const token: Token = {
			header: { alg: 'ES256', kid: 'first' },
			claims: { iss: issuer, aud: CLIENT_ID, iat: now, exp: now + 300, ...claims },
		}
		tamper(token)
		if (token.header.alg === 'none') return `${base64url(JSON.stringify(token.header))}.${base64url(JSON.stringify(token.claims))}.`
		if (token.header.alg === 'HS256')
			return new SignJWT(token.claims).setProtectedHeader(token.header).sign(Buffer.from(JSON.stringify(keys.jwk)))
		return new SignJWT(token.claims).setProtectedHeader(token.header).sign(signer)
	}

	async function redeem(form: URLSearchParams): Promise<[number, unknown]> {
		tokenRequests.push(form)
		const code = form.get('code') ?? ''
		const grant = grants.get(code)
		grants.delete(code)
		const challenge = createHash('sha256')
			.update(form.get('code_verifier') ?? '')
			.digest('base64url')
		const isGood =
			grant &&
			grant.redirectUri === form.get('redirect_uri') &&
			grant.challenge === challenge &&
			form.get('client_id') === CLIENT_ID &&
			form.get('client_secret') === CLIENT_SECRET
		if (!isGood) return [400, { error: 'invalid_grant' }]
		const accessToken = randomBytes(16).toString('hex')
		const idToken = await sign({ ...grant.person, ...(grant.nonce !== null && { nonce: grant.nonce }) })
		return [200, { access_token: accessToken, refresh_token: 'provider-refresh', token_type: 'Bearer', expires_in: 300, id_token: idToken }]
	}

	const server = http.createServer((request, response) => {
		const answer = (status: number, body: unknown) =>
			void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
		const path = request.url ?? ''
		if (path === '/.well-known/openid-configuration')
			return answer(200, {
				issuer,
				authorization_endpoint: `${issuer}/authorize`,
				token_endpoint: `${issuer}/token`,
				jwks_uri: `${issuer}/keys`,
				response_types_supported: ['code'],
				subject_types_supported: ['public'],
				id_token_signing_alg_values_supported: ['ES256'],
			})
		if (path === '/keys') return answer(200, { keys: [keys.jwk] })
		if (path === '/token')
			return void readForm(request)
				.then(redeem)
				.then(([status, body]) => answer(status, body))
		return answer(404, {})
	})
	server.listen(0, '127.0.0.1')
	await new Promise((resolve) => server.once('listening', resolve))
	issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	onTestFinished(() => void server.close())

	/** The person agrees. @returns the URL to which their browser is redirected */
	function agree(authorizeUrl: string, person: Person): URL {
		const asked = new URL(authorizeUrl).searchParams
		const code = randomBytes(16).toString('hex')
		const redirectUri = asked.get('redirect_uri') ?? ''
		grants.set(code, { person, redirectUri, challenge: asked.get('code_challenge') ?? '', nonce: asked.get('nonce') })
		const back = new URL(redirectUri)
		back.searchParams.set('code', code)
		back.searchParams.set('state', asked.get('state') ?? '')
		return back
	}

	return {
		issuer,
		/** Environment of a server that trusts this provider as `custom:acme`. */
		env: {
			GOTRUE_EXTERNAL_CUSTOM_ENABLED: 'true',
			GOTRUE_EXTERNAL_CUSTOM_NAME: 'acme',
			GOTRUE_EXTERNAL_CUSTOM_CLIENT_ID: `${CLIENT_ID}, launchway-phone`,
			GOTRUE_EXTERNAL_CUSTOM_SECRET: CLIENT_SECRET,
			GOTRUE_EXTERNAL_CUSTOM_URL: issuer,
		},
		agree,
		sign,
		tokenRequests,
		tamperWith: (change: Tamper) => void (tamper = change),
		/** Signs with an unpublished key under the same key ID. */
		signAsStranger: () => void (signer = strangers.privateKey),
		publicJwk: keys.jwk,
	}
}

export type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>
