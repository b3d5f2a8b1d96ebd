import { SITE, type Wire } from './test-client.ts'

/** Storage for supabase-js's verifier. */
export function createMemory() {
	const items = new Map<string, string>()
	return {
		items,
		storage: {
			getItem: (key: string) => items.get(key) ?? null,
			setItem: (key: string, value: string) => void items.set(key, value),
			removeItem: (key: string) => void items.delete(key),
		},
	}
}

/** Opens a separate browser: the unmodified client with its storage, and a cookie jar for navigation. */
export function openBrowser(wire: Wire) {
	const { items, storage } = createMemory()
	const jar = new Map<string, string>()
	const keep = (response: Response) => {
		for (const line of response.headers.getSetCookie()) {
			const [pair = '', ...attributes] = line.split('; ')
			const [name = '', value = ''] = pair.split('=')
			if (attributes.includes('Max-Age=0')) jar.delete(name)
			else jar.set(name, value)
		}
		return response
	}
	const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
	const go = async (address: string | URL, init: RequestInit = {}) => {
		const { pathname, search } = new URL(address, SITE)
		return keep(await wire.request(`${pathname}${search}`, { redirect: 'manual', ...init, headers: { ...init.headers, cookie: cookie() } }))
	}
	/** Pages of the same origin also send and keep cookies with `fetch`. */
	const client = wire.connect({ flowType: 'pkce', persistSession: true, storage })
	return { client, go, items, jar, keep, cookie }
}

export const locationOf = (response: Response) => new URL(response.headers.get('location') ?? '')
/** Returns the error and error code of a redirect, from its query and fragment. */
export function errorOf(response: Response) {
	const url = locationOf(response)
	const read = (params: URLSearchParams) => [params.get('error'), params.get('error_code')]
	return { query: read(url.searchParams), fragment: read(new URLSearchParams(url.hash.slice(1))) }
}
