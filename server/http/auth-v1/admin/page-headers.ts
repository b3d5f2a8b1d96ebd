import type { HttpContext } from '#server/http/environment.ts'
import { type Listed, type Page, readPage } from '#server/services/platform/paging/list-page.ts'

export const readPageQuery = (c: HttpContext): Page => readPage({ page: c.req.query('page'), perPage: c.req.query('per_page') })

/** Query parameters of a list that comes in pages. */
export const PAGE_QUERY = ['page', 'per_page']

/** The total, and the addresses of the next and last page: the client reads both, `page` first. */
export function setPageHeaders(c: HttpContext, path: string, { page, perPage, total }: Omit<Listed<unknown>, 'items'>): void {
	const last = Math.max(1, Math.ceil(total / perPage))
	const others = new URLSearchParams(Object.entries(c.req.query()).filter(([name]) => !PAGE_QUERY.includes(name))).toString()
	const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}${others && `&${others}`}>; rel="${rel}"`
	c.header('X-Total-Count', String(total))
	c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
}
