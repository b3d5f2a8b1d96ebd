import { parseMarkdownPage } from './parse-markdown-page.ts'
import { type OwnPage, OwnPageSchema } from './schema/own-page.ts'

export const OWN_PAGE_FILE = /^pages\/([a-z0-9-]+)\.md$/

export function parseOwnPage(source: string, file: string) {
	const parsed = parseMarkdownPage(source, OwnPageSchema)
	return parsed.ok ? { ok: true as const, value: { ...parsed.value, file } satisfies OwnPage } : parsed
}

type Addresses = Pick<OwnPage, 'address' | 'file' | 'formerAddresses' | 'isPublic'>

/** Finds pages with the current or an earlier address of another page, as pairs. */
export const findAddressConflicts = (pages: readonly Addresses[]) =>
	pages.flatMap(({ file, address, formerAddresses }) =>
		pages
			.filter((other) => other.file !== file)
			.filter((other) => [other.address, ...other.formerAddresses].some((taken) => taken === address || formerAddresses.includes(taken)))
			.map((other) => ({ file, message: `has an address of another page, ${other.file}` })),
	)

/** Returns the current address of a page that had this one before; null if there is none. */
export const findNewAddress = (pages: readonly Addresses[], path: string): string | null =>
	pages.find(({ formerAddresses, isPublic }) => isPublic && formerAddresses.includes(path))?.address ?? null
