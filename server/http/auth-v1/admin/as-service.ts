import { readBearer } from '#server/http/access.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { requireServiceRole } from '#server/services/operations/accounts/require-service-role.ts'

/**
 * Admits only the operator's programs, before anything of the request is read. A query parameter that the route does not
 * know is refused: a program whose filter is ignored would act on the wrong accounts.
 * @param known names of the route's query parameters
 */
export const asService =
	(handler: HttpHandler, known: readonly string[] = []): HttpHandler =>
	async (c, next) => {
		await requireServiceRole(c.var.ctx, readBearer(c))
		const unknown = Object.keys(c.req.query()).find((name) => !known.includes(name))
		if (unknown !== undefined) throw new ServiceError('invalid', 'validation_failed', `Unknown query parameter: ${unknown.slice(0, 100)}`)
		return handler(c, next)
	}
