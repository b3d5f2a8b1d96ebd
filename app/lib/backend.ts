import type { SupabaseClient } from '@supabase/supabase-js'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'

import { sessionChanged } from './stored-session.ts'

let loading: Promise<SupabaseClient> | null = null

async function load(): Promise<SupabaseClient> {
	const { createClient } = await import('@supabase/supabase-js')
	const client = createClient(window.location.origin, PUBLISHABLE_KEY, {
		// The callback page reads the address itself, so that it can say what went wrong with a link.
		auth: { flowType: 'pkce', detectSessionInUrl: false, experimental: { recoveryCodes: true } },
	})
	client.auth.onAuthStateChange(() => sessionChanged())
	return client
}

/**
 * Forgets a session that the server no longer knows, so that every page sees that nobody is signed in. supabase-js does so
 * by itself only when it refreshes.
 */
export async function forgetEndedSession(): Promise<void> {
	const client = await backend()
	await client.auth.signOut({ scope: 'local' })
}

/**
 * The one supabase-js client. Its code is fetched on first use, so a page that asks for nothing carries none of it.
 * @throws Error when the code cannot be fetched; the next call tries again
 */
export function backend(): Promise<SupabaseClient> {
	loading ??= load().catch((error: unknown) => {
		loading = null
		throw error
	})
	return loading
}
