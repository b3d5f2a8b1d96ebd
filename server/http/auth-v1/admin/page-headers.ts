import type { HttpContext } from '#server/http/environment.ts'
import { type Listed, type Page, readPage } from '#server/services/platform/paging/list-page.ts'

export const readPageQuery = (c: HttpContext): Page => readPage({ page: c.req.query('page'), perPage: c.req.query('per_page') })

/** The total, and the addresses of the next and last page: the client reads both, `page` first. */
export function setPageHeaders(c: HttpContext, path: string, { page, perPage, total }: Omit<Listed<unknown>, 'items'>): void {
	const last = Math.max(1, Math.ceil(total / perPage))
	const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
	c.header('X-Total-Count', String(total))
	c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
}
