import { RecoverBody } from '#contracts/auth.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { startRecovery } from '#server/services/identity/sign-in/start-recovery.ts'

export const postRecover: HttpHandler = async (c) => {
	await startRecovery(c.var.ctx, { ...(await readJson(c, RecoverBody)), redirectTo: c.req.query('redirect_to') ?? null })
	return c.json({})
}
