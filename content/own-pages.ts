import { parseMarkdownPage } from './parse-markdown-page.ts'
import { type OwnPage, OwnPageSchema } from './schema/own-page.ts'
import type { Redirect } from './schema/redirects.ts'

export const OWN_PAGE_FILE = /^pages\/([a-z0-9-]+)\.md$/

export function parseOwnPage(source: string, file: string) {
	const parsed = parseMarkdownPage(source, OwnPageSchema)
	return parsed.ok ? { ok: true as const, value: { ...parsed.value, file } satisfies OwnPage } : parsed
}

type Addresses = Pick<OwnPage, 'address' | 'file' | 'formerAddresses' | 'isPublic' | 'title'>

/** Reports each page whose current or earlier address is also one of another page. */
export const findAddressConflicts = (pages: readonly Addresses[]) =>
	pages.flatMap(({ file, address, formerAddresses }) =>
		pages
			.filter((other) => other.file !== file)
			.filter((other) => [other.address, ...other.formerAddresses].some((taken) => taken === address || formerAddresses.includes(taken)))
			.map((other) => ({ file, message: `uses an address of the page “${other.title}”, now or earlier: choose another address` })),
	)

type Moved = { ownPages: readonly Addresses[]; site: { redirects?: readonly Redirect[] | undefined } }

/**
 * Returns the new address for an old one: the current address of the page that had it, or the target of a redirect; null
 * if there is none.
 */
export const findNewAddress = ({ ownPages, site: { redirects = [] } }: Moved, path: string): string | null =>
	ownPages.find(({ formerAddresses, isPublic }) => isPublic && formerAddresses.includes(path))?.address ??
	redirects.find(({ from }) => from === path)?.to ??
	null
