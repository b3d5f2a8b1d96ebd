import { ServiceError } from '#server/kernel/errors.ts'

const DEFAULT_PER_PAGE = 50
/** Maximum page size, since responses are held in memory. */
const MAX_PER_PAGE = 1000

export type Page = { page: number; perPage: number }
export type ListPage<T> = Page & { items: T[]; total: number }

function readNumber(name: string, text: string | undefined, fallback: number): number {
	if (text === undefined || text === '') return fallback
	const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
	if (number < 1) throw new ServiceError('invalid', 'validation_failed', `Bad Pagination Parameters: ${name} must be a number from 1`)
	return number
}

/** @throws ServiceError validation_failed (400) unless both are positive integers */
export const parsePageQuery = (query: { page?: string | undefined; perPage?: string | undefined }): Page => ({
	page: readNumber('page', query.page, 1),
	perPage: Math.min(readNumber('per_page', query.perPage, DEFAULT_PER_PAGE), MAX_PER_PAGE),
})

export const toOffset = ({ page, perPage }: Page) => (page - 1) * perPage
