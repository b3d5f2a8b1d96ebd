import { readBearer } from '#server/http/access.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { requireServiceRole } from '#server/services/operations/accounts/require-service-role.ts'

/** Admits only the operator's programs, before anything of the request is read. */
export const asService =
	(handler: HttpHandler): HttpHandler =>
	async (c, next) => {
		await requireServiceRole(c.var.ctx, readBearer(c))
		return handler(c, next)
	}
