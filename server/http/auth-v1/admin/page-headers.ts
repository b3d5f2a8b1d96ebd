import type { HttpContext } from '#server/http/environment.ts'
import { type Listed, type Page, readPage } from '#server/services/platform/paging/list-page.ts'

export const readPageQuery = (c: HttpContext): Page => readPage({ page: c.req.query('page'), perPage: c.req.query('per_page') })

/** Query parameters of a paginated list. */
export const PAGE_QUERY = ['page', 'per_page']

/**
 * Sets the headers with the total and the URLs of the next and last page. The client parses both and expects `page` as the first
 * parameter.
 */
export function setPageHeaders(c: HttpContext, path: string, { page, perPage, total }: Omit<Listed<unknown>, 'items'>): void {
	const last = Math.max(1, Math.ceil(total / perPage))
	const others = new URLSearchParams(Object.entries(c.req.query()).filter(([name]) => !PAGE_QUERY.includes(name))).toString()
	const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}${others && `&${others}`}>; rel="${rel}"`
	c.header('X-Total-Count', String(total))
	c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
}
