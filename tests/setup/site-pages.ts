import type { SitePages } from '#server/pages/serve-pages.ts'
import { openPages } from '#server/process/open-pages.ts'

/** The pages of the site, rendered by the built app. */
export function openSitePages(): SitePages {
	const log = { info: () => undefined, error: () => undefined }
	const site = { siteUrl: 'http://localhost:3000', hstsIncludesSubdomains: false, environment: 'production', captcha: null } as const
	const pages = openPages(site, log)
	if (!pages) throw new Error('there is no build')
	return pages
}
