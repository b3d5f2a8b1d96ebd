import type { PageServer } from '#server/pages/serve-pages.ts'
import { openPages } from '#server/process/open-pages.ts'
import type { Pages } from '#server/services/context.ts'

let opened: PageServer | null = null

function open(): PageServer {
	const log = { info: () => undefined, error: () => undefined }
	const site = { siteUrl: 'http://localhost:3000', hstsIncludesSubdomains: false, environment: 'production', captcha: null } as const
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

/** The console compares every page of a draft; tests that don't look at the list render only these instead of a hundred. */
export const fewPages: Pages = {
	...sitePages,
	list: async (content) => (await sitePages.list(content)).filter((page) => FEW.includes(page)),
}
