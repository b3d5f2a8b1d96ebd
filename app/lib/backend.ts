import type { GoTrueClient } from '@supabase/auth-js'

import { OWN_PAGES_CLIENT_INFO, PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'

import { browserStorage } from './browser-storage.ts'
import { readSession, notifySessionChange, sessionKey } from './stored-session.ts'

let loading: Promise<GoTrueClient> | null = null

async function load(): Promise<GoTrueClient> {
	const auth = await import('@supabase/auth-js')
	const client = new auth.GoTrueClient({
		url: `${window.location.origin}/auth/v1`,
		headers: { apikey: PUBLISHABLE_KEY, Authorization: `Bearer ${PUBLISHABLE_KEY}`, 'X-Client-Info': OWN_PAGES_CLIENT_INFO },
		storageKey: sessionKey(),
		flowType: 'pkce',
		// Disabled: the callback page parses the URL itself, so that it can explain why a link failed.
		detectSessionInUrl: false,
		experimental: { recoveryCodes: true },
	})
	client.onAuthStateChange(() => notifySessionChange())
	return client
}

/**
 * Imports the auth client on first use, so that pages that make no call don't load it.
 * @throws Error if the import fails; the next call tries again
 */
export function loadAuth(): Promise<GoTrueClient> {
	loading ??= load().catch((error: unknown) => {
		loading = null
		throw error
	})
	return loading
}

/** A stored token that expires within this time is renewed first. Longer than the auth client's own margin of 90 seconds. */
const RENEWED_EARLIER_MS = 2 * 60_000

/** Returns the stored token if it is valid for more than `leftMs`; otherwise null. */
function readToken(leftMs: number): string | null {
	try {
		const session = JSON.parse(browserStorage()?.getItem(sessionKey()) ?? 'null') as { access_token?: unknown; expires_at?: unknown } | null
		const { access_token: token, expires_at: end } = session ?? {}
		return typeof token === 'string' && typeof end === 'number' && end * 1000 - Date.now() > leftMs ? token : null
	} catch {
		return null
	}
}

/** Returns the stored token without renewing it, for requests while the page is being closed. Null if signed out or expired. */
export const readUsableToken = (): string | null => (readSession().status === 'signed-in' ? readToken(0) : null)

/**
 * Returns the access token. If the stored token is valid long enough, the auth client isn't loaded.
 * @returns the signed-in learner's token, renewed if it is about to expire; null for a visitor, or if the session has ended
 */
export async function accessToken(): Promise<string | null> {
	if (readSession().status !== 'signed-in') return null
	// Once the client is loaded, it must be used, because it may be renewing or ending the session.
	const stored = loading === null ? readToken(RENEWED_EARLIER_MS) : null
	if (stored !== null) return stored
	const auth = await loadAuth()
	const { data } = await auth.getSession()
	return data.session?.access_token ?? null
}

/**
 * Sends a request to `/rest/v1` or `/functions/v1` with the headers of supabase-js; for a visitor, with the publishable key.
 * @param path same-origin path
 * @throws TypeError if the server can't be reached
 */
export async function fetchWithKey(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}) {
	const token = (await accessToken()) ?? PUBLISHABLE_KEY
	return fetch(path, {
		...init,
		headers: { 'Content-Type': 'application/json', ...headers, apikey: PUBLISHABLE_KEY, Authorization: `Bearer ${token}` },
	})
}
