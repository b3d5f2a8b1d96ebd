import { z } from 'zod'

import type { HttpContext, HttpHandler } from '#server/http/environment.ts'

import type { ClientProof } from './authenticate-client.ts'
import { OauthFailure } from './clients.ts'
import { grantTokens } from './grant-tokens.ts'

const Fields = z.record(z.string(), z.string().max(10_000))
type Fields = z.output<typeof Fields>

const malformed = (why: string) => new OauthFailure('invalid_request', why)

function parseJson(text: string): Fields {
	try {
		return Fields.parse(JSON.parse(text))
	} catch {
		throw malformed('the body is not a JSON object with string values')
	}
}

/** Reads a form, as OAuth specifies, or JSON. A repeated field is ambiguous, so it is refused. */
async function readFields(c: HttpContext): Promise<Fields> {
	const text = await c.req.text()
	const mediaType = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
	if (mediaType === 'application/json') return parseJson(text)
	if (mediaType !== 'application/x-www-form-urlencoded') throw malformed('the body must be a form')
	const pairs = [...new URLSearchParams(text)]
	if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw malformed('a parameter was sent twice')
	return Object.fromEntries(pairs)
}

const unescapeForm = (text: string) => [...new URLSearchParams(`v=${text}`).values()][0] ?? ''

/** Parses client ID and secret, which are both form-encoded (RFC 6749, section 2.3.1). */
function readBasic(header: string): { clientId: string; secret: string } | null {
	const [, encoded] = /^basic +([A-Za-z0-9+/=]+) *$/i.exec(header) ?? []
	if (encoded === undefined) return null
	const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':')
	return { clientId: unescapeForm(name), secret: unescapeForm(rest.join(':')) }
}

/**
 * Reads the client's credentials from header or form.
 * @throws OauthFailure invalid_request for two credentials at once, invalid_client for none
 */
function requireProof(c: HttpContext, fields: Fields): ClientProof {
	const basic = readBasic(c.req.header('authorization') ?? '')
	const { client_id: clientId, client_secret: secret } = fields
	if (basic && (secret !== undefined || (clientId !== undefined && clientId !== basic.clientId)))
		throw malformed('the client sent more than one kind of credentials')
	if (basic) return { method: 'client_secret_basic', ...basic }
	if (!clientId) throw new OauthFailure('invalid_client', 'Client authentication failed')
	return secret === undefined ? { method: 'none', clientId } : { method: 'client_secret_post', clientId, secret }
}

function presentFailure(c: HttpContext, { error, message }: OauthFailure) {
	c.header('X-Sb-Error-Code', error)
	if (error === 'invalid_client') c.header('WWW-Authenticate', 'Basic realm="oauth"')
	return c.json({ error, error_description: message }, error === 'invalid_client' ? 401 : 400)
}

export const postOauthToken: HttpHandler = async (c) => {
	try {
		const fields = await readFields(c)
		const tokens = await grantTokens(c.var.ctx, requireProof(c, fields), {
			grantType: fields.grant_type ?? '',
			code: fields.code ?? '',
			verifier: fields.code_verifier ?? '',
			redirectUri: fields.redirect_uri ?? null,
			refreshToken: fields.refresh_token ?? '',
			scope: fields.scope ?? null,
		})
		return c.json({
			access_token: tokens.accessToken,
			token_type: 'bearer',
			expires_in: tokens.expiresIn,
			...(tokens.refreshToken !== null && { refresh_token: tokens.refreshToken }),
			scope: tokens.scope,
			...(tokens.idToken !== null && { id_token: tokens.idToken }),
		})
	} catch (error) {
		if (error instanceof OauthFailure) return presentFailure(c, error)
		throw error
	}
}
