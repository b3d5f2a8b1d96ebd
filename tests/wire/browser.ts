import { SITE, type Wire } from './test-client.ts'

/** Where supabase-js keeps its verifier. */
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

/** A browser of its own: the unmodified client with its storage, and a cookie jar for what it navigates to. */
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
	/** Pages of the same origin send and keep cookies with `fetch`, too. */
	const client = wire.connect({ flowType: 'pkce', persistSession: true, storage })
	return { client, go, items, jar, keep, cookie }
}

export const locationOf = (response: Response) => new URL(response.headers.get('location') ?? '')
/** The three parts of an error in a redirect: from the query and the same from the fragment. */
export function errorOf(response: Response) {
	const url = locationOf(response)
	const read = (params: URLSearchParams) => [params.get('error'), params.get('error_code')]
	return { query: read(url.searchParams), fragment: read(new URLSearchParams(url.hash.slice(1))) }
}
