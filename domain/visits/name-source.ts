/** A source of visits. A host may end in `.*`, to match several country domains. */
export type VisitSource = { name: string; hosts: readonly string[] }

export const OTHER_SOURCES = ['direct', 'other', 'unknown'] as const

const COUNTRY = /^(?:[a-z]{2,3}\.)?[a-z]{2,3}$/

function isOf(host: string, pattern: string): boolean {
	if (!pattern.endsWith('.*')) return host === pattern || host.endsWith(`.${pattern}`)
	const begin = pattern.slice(0, -1)
	const at = host.startsWith(begin) ? 0 : host.indexOf(`.${begin}`) + 1
	return (at > 0 || host.startsWith(begin)) && COUNTRY.test(host.slice(at + begin.length))
}

/**
 * Returns a listed source, `direct`, `other` or `unknown`. The link's own text is only compared, never stored, so no personal data gets
 * into the metrics.
 * @param origin `utm_source` of the link, and the host of the referring page
 * @param ownHost our host: if the referrer is one of our pages, the origin of the visit is unknown
 */
export function nameSource(
	{ name, host }: { name?: string | undefined; host?: string | undefined },
	{ sources, ownHost }: { sources: readonly VisitSource[]; ownHost: string },
): string {
	if (name) return sources.find((source) => source.name === name.trim().toLowerCase())?.name ?? 'other'
	if (!host) return 'direct'
	const from = host.toLowerCase()
	if (from === ownHost) return 'unknown'
	const bare = from.replace(/:\d+$/, '')
	return sources.find(({ hosts }) => hosts.some((pattern) => isOf(bare, pattern)))?.name ?? 'other'
}
