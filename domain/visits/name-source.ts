/** A source that is counted by its name. A host may end in `.*`, for the country endings of one site. */
export type VisitSource = { name: string; hosts: readonly string[] }

/** Fallback labels for unlisted sources. */
export const OTHER_SOURCES = ['direct', 'other', 'unknown'] as const

const COUNTRY = /^(?:[a-z]{2,3}\.)?[a-z]{2,3}$/

function isOf(host: string, pattern: string): boolean {
	if (!pattern.endsWith('.*')) return host === pattern || host.endsWith(`.${pattern}`)
	const begin = pattern.slice(0, -1)
	const at = host.startsWith(begin) ? 0 : host.indexOf(`.${begin}`) + 1
	return (at > 0 || host.startsWith(begin)) && COUNTRY.test(host.slice(at + begin.length))
}

/**
 * The source of a visit: always a name of the list, or one of OTHER_SOURCES. The name in the link is compared and
 * forgotten, so that nothing about a person can get into a count.
 * @param origin the name in the link (`utm_source`), and the host of the page before
 * @param ownHost a page of ours came before: where the visit began is not known
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
