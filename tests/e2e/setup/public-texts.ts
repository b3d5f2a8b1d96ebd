import type { APIRequestContext } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { loadedContent } from '#content/loaded.server.ts'
import { paths } from '#contracts/paths.ts'
import { publicPaths } from '#tests/setup/page-paths.ts'

const BUILT = 'build/client'

/** Returns every text that the server gives to anyone: pages, their data, document pictures, feed, and browser bundles. */
export async function readPublicTexts(request: APIRequestContext): Promise<string[]> {
	const pages = publicPaths.flatMap((page) => [page, page === '/' ? '/_.data' : `${page}.data`])
	const pictures = [...loadedContent.libraryDocuments.keys()].map(paths.documentPicture)
	const addresses = [...pages, ...pictures, '/feed.xml', '/sitemap.xml', '/offline-files.json', '/site.webmanifest']
	const served = await Promise.all(addresses.map(async (address) => (await request.get(address)).text()))
	const built = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:js|css|svg|json|txt)$/.test(name))
	return [...served, ...built.map((name) => readFileSync(path.join(BUILT, name), 'utf8'))]
}
