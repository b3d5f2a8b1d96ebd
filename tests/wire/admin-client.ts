import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { SITE, startWire, type Wire } from './test-client.ts'

export const SECRET_KEY = `sb_secret_${'k'.repeat(40)}`

/** Starts a server whose operator has a secret key, and the real client that uses it. */
export async function startAdminWire(env: Record<string, string> = {}) {
	const wire = await startWire({ env: { SUPABASE_SECRET_KEY: SECRET_KEY, ...env } })
	return { ...wire, service: connectService(wire) }
}

export function connectService(wire: Pick<Wire, 'ask'>, key = SECRET_KEY): SupabaseClient {
	return createClient(SITE, key, {
		global: { fetch: async (url, init) => wire.ask(new Request(url as string, init)) },
		auth: {
			persistSession: false,
			autoRefreshToken: false,
			detectSessionInUrl: false,
			experimental: { passkey: true },
		},
	})
}
