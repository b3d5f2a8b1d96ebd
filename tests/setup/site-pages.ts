import type { PageServer } from '#server/pages/serve-pages.ts'
import { openPages } from '#server/process/open-pages.ts'
import type { Pages } from '#server/services/context.ts'

let opened: PageServer | null = null

function open(): PageServer {
	const log = { info: () => undefined, error: () => undefined }
	const site = { siteUrl: 'http://localhost:3000', hstsIncludesSubdomains: false, environment: 'test', captcha: null } as const
	opened ??= openPages(site, log)
	if (!opened) throw new Error('there is no build')
	return opened
}

/** Pages of the site, rendered by the built app, which is loaded on first use. */
export const sitePages: Pages & Pick<PageServer, 'serve'> = {
	serve: (request, content) => open().serve(request, content),
	list: (content) => open().list(content),
	renderPreview: (content, address) => open().renderPreview(content, address),
	file: (content, address) => open().file(content, address),
	renderForRequest: (content, request, given) => open().renderForRequest(content, request, given),
}

const FEW = ['/', '/blog', '/templates']

/**
 * Site with only a few pages: the console compares all pages of a draft, about a hundred, and most tests don't look at that list.
 */
export const fewPages: Pages = {
	...sitePages,
	list: async (content) => (await sitePages.list(content)).filter((page) => FEW.includes(page)),
}
