import { readBearer } from '#server/http/access.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { requireServiceRole } from '#server/services/operations/accounts/require-service-role.ts'

/**
 * Admits only the operator's own programs, before reading anything of the request. Refuses unknown query parameters: if a filter
 * were ignored, the program would act on the wrong accounts.
 * @param known query parameters of the route
 */
export const asService =
	(handler: HttpHandler, known: readonly string[] = []): HttpHandler =>
	async (c, next) => {
		await requireServiceRole(c.var.ctx, readBearer(c))
		const unknown = Object.keys(c.req.query()).find((name) => !known.includes(name))
		if (unknown !== undefined) throw new ServiceError('invalid', 'validation_failed', `Unknown query parameter: ${unknown.slice(0, 100)}`)
		return handler(c, next)
	}
