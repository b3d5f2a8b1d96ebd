import type { GoTrueClient } from '@supabase/auth-js'

import { OUR_PAGES, PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'

import { browserStorage } from './browser-storage.ts'
import { readSession, sessionChanged, sessionKey } from './stored-session.ts'

let loading: Promise<GoTrueClient> | null = null

async function load(): Promise<GoTrueClient> {
	const auth = await import('@supabase/auth-js')
	const client = new auth.GoTrueClient({
		url: `${window.location.origin}/auth/v1`,
		headers: { apikey: PUBLISHABLE_KEY, Authorization: `Bearer ${PUBLISHABLE_KEY}`, 'X-Client-Info': OUR_PAGES },
		storageKey: sessionKey(),
		flowType: 'pkce',
		// The callback page reads the URL itself, so that it can say what went wrong with a link.
		detectSessionInUrl: false,
		experimental: { recoveryCodes: true },
	})
	client.onAuthStateChange(() => sessionChanged())
	return client
}

/**
 * The one auth client, which is supabase-js without its database, storage and realtime parts. Its code is fetched on first
 * use, so a page that makes no call does not load it.
 * @throws Error when the code cannot be fetched; the next call tries again
 */
export function loadAuth(): Promise<GoTrueClient> {
	loading ??= load().catch((error: unknown) => {
		loading = null
		throw error
	})
	return loading
}

/** Earlier than the client, which renews a token in its last 90 seconds. */
const RENEWED_EARLIER_MS = 2 * 60_000

/** The stored token while more than this is left of it; null otherwise. */
function readToken(leftMs: number): string | null {
	try {
		const session = JSON.parse(browserStorage()?.getItem(sessionKey()) ?? 'null') as { access_token?: unknown; expires_at?: unknown } | null
		const { access_token: token, expires_at: end } = session ?? {}
		return typeof token === 'string' && typeof end === 'number' && end * 1000 - Date.now() > leftMs ? token : null
	} catch {
		return null
	}
}

/** Current token of the signed-in learner, read synchronously: for a page that has no time to renew it. */
export const readUsableToken = (): string | null => (readSession().status === 'signed-in' ? readToken(0) : null)

/**
 * Most pages of a signed-in learner need only the stored token, and do not load the client for it.
 * @returns the signed-in learner's token, refreshed when near its end; null for a visitor
 */
export async function accessToken(): Promise<string | null> {
	if (readSession().status !== 'signed-in') return null
	// A client that is there may be about to renew or to end the session.
	const stored = loading === null ? readToken(RENEWED_EARLIER_MS) : null
	if (stored !== null) return stored
	const auth = await loadAuth()
	const { data } = await auth.getSession()
	return data.session?.access_token ?? null
}

/**
 * One request to `/rest/v1` or `/functions/v1` with the headers of supabase-js; a visitor's carries the product's own key.
 * @param path same-origin path
 * @throws TypeError when the server cannot be reached
 */
export async function fetchWithKey(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}) {
	const token = (await accessToken()) ?? PUBLISHABLE_KEY
	return fetch(path, {
		...init,
		headers: { 'Content-Type': 'application/json', ...headers, apikey: PUBLISHABLE_KEY, Authorization: `Bearer ${token}` },
	})
}
