import { describeRefusal, refusalFrom, type AuthRefusal } from '#app/lib/auth-refusal.ts'

/** `wantsNewLink`: true to offer a new link by email, false to offer the sign-in page. */
export type CallbackFailure = { title: string; text: string; wantsNewLink: boolean }

const UNKNOWN = 'We couldn’t finish signing you in. Please start again, or sign in another way.'

/** Refusals that occur only when signing in with a provider, not with an emailed link. */
const BY_PROVIDER = new Set<AuthRefusal['kind']>([
	'denied',
	'flow-over',
	'provider-failed',
	'provider-off',
	'provider-email',
	'provider-no-email',
	'identity-taken',
	'email-taken',
	'no-sso',
	'closed',
	'banned',
	'linking-off',
])

/** Returns the refusal for the error in the URL. An unknown error gets our generic text; the URL's own text is never shown. */
export function refusalOfAddress({ error, code }: { error: string | null; code: string | null }): AuthRefusal {
	if (error === 'access_denied' && (code === null || code === 'bad_oauth_callback')) return { kind: 'denied' }
	if (code === null) return error === 'temporarily_unavailable' || error === 'server_error' ? { kind: 'provider-failed' } : refused
	if (code === 'unexpected_failure') return { kind: 'provider-failed' }
	if (code === 'flow_state_already_used') return { kind: 'flow-over' }
	const refusal = refusalFrom({ status: 400, code })
	return refusal.kind === 'refused' ? refused : refusal
}

const refused: AuthRefusal = { kind: 'refused', message: UNKNOWN }

export function describeCallbackFailure(refusal: AuthRefusal): CallbackFailure {
	if (refusal.kind === 'expired')
		return {
			title: 'This link has expired',
			text: 'Each link works once and for a limited time. A new link replaces the older one.',
			wantsNewLink: true,
		}
	const text = describeRefusal(refusal)
	if (refusal.kind === 'denied') return { title: 'You’re not signed in', text, wantsNewLink: false }
	if (BY_PROVIDER.has(refusal.kind) || text === UNKNOWN) return { title: 'You’re not signed in', text, wantsNewLink: false }
	return { title: 'This link doesn’t work', text, wantsNewLink: true }
}
