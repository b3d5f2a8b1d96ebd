import { openPages } from '#server/process/open-pages.ts'
import type { Pages } from '#server/services/context.ts'

/** The pages of the site, rendered by the built app. */
export function openSitePages(): Pages {
	const log = { info: () => undefined, error: () => undefined }
	const site = { siteUrl: 'http://localhost:3000', hstsIncludesSubdomains: false, environment: 'production', captcha: null } as const
	const pages = openPages(site, log)
	if (!pages) throw new Error('there is no build')
	return pages
}
