import { ServiceError } from '#server/kernel/errors.ts'

/** @throws ServiceError page_not_found (404), shown inside the console */
export const readUnknownPage = (): never => {
	throw new ServiceError('not-found', 'page_not_found', 'There is no page at this address.')
}
