import { OWN_PAGE_FILE, parseOwnPage } from '#content/own-pages.ts'
import type { Db } from '#server/db/database.ts'

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
