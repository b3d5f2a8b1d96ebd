import type { HttpContext } from '#server/http/environment.ts'

import { assets } from './assets.ts'
import { places } from './places.ts'
import { presentError } from './present-error.ts'
import { answerByReact } from './react-app.ts'
import type { EntryPage } from './visit.ts'

/** A page before the console is open: signing in, the second factor, a refusal. It needs nothing of the database. */
export const showEntry = (c: HttpContext, page: EntryPage, status = 200): Promise<Response> =>
	answerByReact(c, {
		pattern: places.entry,
		work: null,
		refusal: null,
		failure: null,
		entry: { ...page, siteName: c.var.ctx.content.site.name, brandStyle: assets.brand.href },
		submit: () => Promise.reject(new Error('a page has no action')),
		present: (thrown) => presentError(c, thrown),
		instead: { url: new URL(places.entry, c.var.ctx.config.siteUrl), status },
	})
