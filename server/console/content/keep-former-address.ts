import { isDeepStrictEqual } from 'node:util'

import { splitFrontMatter } from '#content/front-matter.ts'
import { OWN_PAGE_FILE, parseOwnPage } from '#content/own-pages.ts'
import { readTextParts } from '#content/read-text-parts.ts'
import type { Db } from '#server/db/database.ts'

import { writeMarkdownFile } from './markdown-file.ts'
import type { JsonObject } from './read-form.ts'
import { readNewestAndLive } from './versions.ts'

/** Adds a page's public address to its earlier ones if the form has another address, so that links to the page keep working. */
export async function keepFormerAddress(db: Db, file: string, value: JsonObject): Promise<JsonObject> {
	const live = OWN_PAGE_FILE.test(file) ? (await readNewestAndLive(db, file)).live?.body : null
	const page = live == null ? null : parseOwnPage(live, file)
	if (!page?.ok) return value
	const typed = Array.isArray(value.formerAddresses) ? value.formerAddresses : []
	return { ...value, formerAddresses: [...new Set([...typed, page.value.address])].filter((address) => address !== value.address) }
}

/** Does what `keepFormerAddress` does for a page that is edited as text. Returns an invalid text unchanged. */
export async function keepFormerAddressInText(db: Db, file: string, text: string): Promise<string> {
	const parts = splitFrontMatter(text)
	const page = OWN_PAGE_FILE.test(file) && parts ? parseOwnPage(text, file) : null
	if (!parts || !page?.ok) return text
	const { address, formerAddresses: typed } = page.value
	const { formerAddresses } = await keepFormerAddress(db, file, { address, formerAddresses: typed })
	if (isDeepStrictEqual(formerAddresses, typed)) return text
	return writeMarkdownFile(text, { value: { ...(readTextParts(text).facts as JsonObject), formerAddresses }, body: parts.body })
}
