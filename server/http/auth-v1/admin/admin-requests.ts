import { readBearer } from '#server/http/access.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { requireServiceRole } from '#server/services/operations/accounts/find-account.ts'
import { type ListPage, type Page, parsePageQuery } from '#server/services/platform/paging/list-page.ts'

export const readPageQuery = (c: HttpContext): Page => parsePageQuery({ page: c.req.query('page'), perPage: c.req.query('per_page') })

export const PAGE_QUERY = ['page', 'per_page']

/** Sets the headers with the total and the URLs of the next and last page. The client expects `page` as the first parameter. */
export function setPageHeaders(c: HttpContext, path: string, { page, perPage, total }: Omit<ListPage<unknown>, 'items'>): void {
	const last = Math.max(1, Math.ceil(total / perPage))
	const others = new URLSearchParams(Object.entries(c.req.query()).filter(([name]) => !PAGE_QUERY.includes(name))).toString()
	const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}${others && `&${others}`}>; rel="${rel}"`
	c.header('X-Total-Count', String(total))
	c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
}

/**
 * Wraps a handler so that only the operator's own programs may call it. Refuses unknown query parameters: if a filter were
 * ignored, the program would act on the wrong accounts.
 * @param known query parameters of the route
 */
export const forAdminKey =
	(handler: HttpHandler, known: readonly string[] = []): HttpHandler =>
	async (c, next) => {
		await requireServiceRole(c.var.ctx, readBearer(c))
		const unknown = Object.keys(c.req.query()).find((name) => !known.includes(name))
		if (unknown !== undefined) throw new ServiceError('invalid', 'validation_failed', `Unknown query parameter: ${unknown.slice(0, 100)}`)
		return handler(c, next)
	}
