import { parseNextPath } from '#app/lib/next-path.ts'
import { EMAIL_VERIFICATION_TYPES, type EmailVerificationType } from '#domain/auth/verification-types.ts'

/** Another site that requested the email. `href` leads to our server, which checks the site's URL before it redirects there. */
export type ForeignReturn = { host: string; href: string }

/** Request encoded in the URL of /auth/callback. Parsing it doesn't use up its token. */
export type CallbackRequest =
	| { kind: 'link'; tokenHash: string; type: EmailVerificationType; foreign: ForeignReturn | null }
	| { kind: 'code'; code: string }
	| { kind: 'tokens'; accessToken: string; refreshToken: string; isRecovery: boolean }
	/** The first of the two links that confirm a change of email was followed. */
	| { kind: 'notice' }
	/** `error`: OAuth error code. `code`: our error code, or null. Descriptions are ignored: anyone can put text into a URL. */
	| { kind: 'failed'; error: string | null; code: string | null }
	| { kind: 'empty' }

/** Parses the URL. A link token or PKCE code is in the query, a session or notice in the fragment, an error in either. */
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

/** Our server's verify endpoint checks that the other site is on the allow list, and uses up the token. */
function readForeignReturn({ searchParams, origin }: URL): ForeignReturn | null {
	const target = URL.parse(searchParams.get('redirect_to') ?? '', origin)
	if (!target?.host || target.origin === origin) return null
	const query = new URLSearchParams()
	for (const name of ['token_hash', 'type', 'redirect_to']) query.set(name, searchParams.get(name) ?? '')
	return { host: target.host, href: `/auth/v1/verify?${query.toString()}` }
}

/** Returns the email in a token, for display only: the token isn't verified. */
export function readTokenEmail(accessToken: string): string | null {
	try {
		const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
		const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
		const claims = JSON.parse(new TextDecoder().decode(bytes)) as { email?: unknown } | null
		return typeof claims?.email === 'string' && claims.email !== '' ? claims.email : null
	} catch {
		return null
	}
}

/** Returns the path in `?next=`; without it, the one in the emailed link's `redirect_to`. If that is this page, its own `next` counts. */
export function readNextPath(address: URL): string | null {
	const direct = parseNextPath(address.searchParams.get('next'))
	const target = URL.parse(address.searchParams.get('redirect_to') ?? '', address.origin)
	if (direct !== null || target === null || target.origin !== address.origin) return direct
	if (target.pathname === address.pathname) return parseNextPath(target.searchParams.get('next'))
	return target.pathname === '/' ? null : parseNextPath(`${target.pathname}${target.search}${target.hash}`)
}
