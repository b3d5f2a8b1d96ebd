/** @throws Error for an answer other than 200 */
export async function read(origin: string, address: string): Promise<string> {
	const response = await fetch(origin + address)
	const text = await response.text()
	if (response.status !== 200) throw new Error(`${address}: ${response.status}`)
	return text
}

/** Addresses of the pages that search engines may list. */
export const listPages = async (origin: string): Promise<string[]> =>
	[...(await read(origin, '/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname)
