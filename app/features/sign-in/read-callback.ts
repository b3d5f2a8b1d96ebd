import { parseNextPath } from '#app/lib/next-path.ts'
import { EMAIL_VERIFICATION_TYPES, type EmailVerificationType } from '#domain/auth/verification-types.ts'

/** Another site from which the mail was requested: `host` to show, `href` to go there through the server, which checks it. */
export type ForeignReturn = { host: string; href: string }

/** Request encoded in an address of /auth/callback. Reading it uses nothing up. */
export type CallbackRequest =
	| { kind: 'link'; tokenHash: string; type: EmailVerificationType; foreign: ForeignReturn | null }
	| { kind: 'code'; code: string }
	| { kind: 'tokens'; accessToken: string; refreshToken: string; isRecovery: boolean }
	/** The first of the two links that change an address. */
	| { kind: 'notice' }
	/** `error`: the OAuth code; `code`: ours, null where none was given. Sentences in an address could be anyone's: not read. */
	| { kind: 'failed'; error: string | null; code: string | null }
	| { kind: 'empty' }

/**
 * Reads the address a sign-in mail or a provider sent the browser to: a link token or a PKCE code in the query, a
 * session, a notice or an error in the fragment.
 */
export function readCallback(address: URL): CallbackRequest {
	const query = address.searchParams
	const fragment = new URLSearchParams(address.hash.slice(1))
	const anywhere = (name: string) => fragment.get(name) ?? query.get(name)

	const error = anywhere('error')
	const errorCode = anywhere('error_code')
	if (error !== null || errorCode !== null || anywhere('error_description') !== null) return { kind: 'failed', error, code: errorCode }

	const tokenHash = query.get('token_hash')
	const type = EMAIL_VERIFICATION_TYPES.find((known) => known === query.get('type'))
	if (tokenHash !== null && tokenHash !== '' && type) return { kind: 'link', tokenHash, type, foreign: readForeignReturn(address) }

	const code = query.get('code')
	if (code !== null && code !== '') return { kind: 'code', code }

	const accessToken = fragment.get('access_token')
	const refreshToken = fragment.get('refresh_token')
	if (accessToken && refreshToken) return { kind: 'tokens', accessToken, refreshToken, isRecovery: fragment.get('type') === 'recovery' }

	return fragment.get('message') ? { kind: 'notice' } : { kind: 'empty' }
}

/**
 * The server's own link does the rest: it looks up the address in the operator's list, uses up the token and sends the browser
 * there with a session in the fragment or a PKCE code.
 */
function readForeignReturn({ searchParams, origin }: URL): ForeignReturn | null {
	const target = URL.parse(searchParams.get('redirect_to') ?? '', origin)
	if (!target?.host || target.origin === origin) return null
	const query = new URLSearchParams()
	for (const name of ['token_hash', 'type', 'redirect_to']) query.set(name, searchParams.get(name) ?? '')
	return { host: target.host, href: `/auth/v1/verify?${query.toString()}` }
}

/** Email address in an access token, for display only; null if it has none or is not a token. */
export function accountIn(accessToken: string): string | null {
	try {
		const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
		const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
		const claims = JSON.parse(new TextDecoder().decode(bytes)) as { email?: unknown } | null
		return typeof claims?.email === 'string' && claims.email !== '' ? claims.email : null
	} catch {
		return null
	}
}

/** Path of this site to continue at: `?next=`, or the `redirect_to` of a mail, which may itself be this page with another `next`. */
export function readNextPath(address: URL): string | null {
	const direct = parseNextPath(address.searchParams.get('next'))
	const target = URL.parse(address.searchParams.get('redirect_to') ?? '', address.origin)
	if (direct !== null || target === null || target.origin !== address.origin) return direct
	if (target.pathname === address.pathname) return parseNextPath(target.searchParams.get('next'))
	return target.pathname === '/' ? null : parseNextPath(`${target.pathname}${target.search}${target.hash}`)
}
