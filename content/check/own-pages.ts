import { findAddressConflicts, OWN_PAGE_FILE, parseOwnPage } from '#content/own-pages.ts'
import type { Sources } from '#content/sources.ts'

import { oncePerSource } from './once-per-source.ts'

const readPage = oncePerSource((file, source) => parseOwnPage(source, file))

/** Lists the valid pages that operators added. */
export const listOwnPages = (sources: Sources) =>
	[...sources].flatMap(([file, source]) => {
		const parsed = OWN_PAGE_FILE.test(file) ? readPage(file, source) : null
		return parsed?.ok ? [parsed.value] : []
	})

/** Checks that no two pages share an address. Each page's own schema is checked in check-file.ts. */
export const checkOwnPages = (sources: Sources) => findAddressConflicts(listOwnPages(sources)).map((issue) => ({ line: 1, ...issue }))
