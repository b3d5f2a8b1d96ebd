/**
 * Prints every page, its data and the site's text files as JSON, by path. changed-figures.test.ts runs it in a copy of the
 * project.
 */
import { loadedContent } from '#content/loaded.server.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { openPages } from '#server/process/open-pages.ts'

const log = createLogger('error', (line) => process.stderr.write(line))
const site = { siteUrl: 'http://localhost:3000', hstsIncludesSubdomains: false, environment: 'test', captcha: null } as const
const pages = openPages(site, log)
if (!pages) throw new Error('there is no build')

const texts: Record<string, string> = {}
const addresses = await pages.list(loadedContent)
for (const address of [...addresses.flatMap((page) => [page, page === '/' ? '/_.data' : `${page}.data`]), '/feed.xml', '/sitemap.xml'])
	texts[address] = (await (await pages.serve(new Request(`http://localhost${address}`), loadedContent))?.text()) ?? ''
process.stdout.write(JSON.stringify(texts))
