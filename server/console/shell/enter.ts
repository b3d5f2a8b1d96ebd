import { consolePaths } from '#contracts/console-paths.ts'
import { rememberTrustedBrowser } from '#server/http/auth-v1/session-body.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import type { SessionGrant } from '#server/services/identity/sessions/session-grant.ts'

import { keepCookie } from './guard.ts'
import { roleOf } from './role.ts'
import { closeConsole, openConsole } from './session.ts'

/** Maximum body size of forms before sign-in, in bytes. */
export const FORM_BYTES = 16 * 1024
const NO_ROLE = 'This account has no access to the console.'

/** Returns message and status of an expected refusal; rethrows any other error. */
export const presentProblem = (error: unknown): { text: string; status: 400 | 403 | 422 | 429 } => {
	if (!(error instanceof ServiceError)) throw error
	const status = HTTP_STATUS[error.kind]
	if (status !== 400 && status !== 403 && status !== 422 && status !== 429) throw error
	return { text: error.message, status }
}

/** @throws ServiceError console_forbidden (403) if the form was posted from another site */
export async function readOpenForm(c: HttpContext): Promise<(name: string) => string> {
	const origin = c.req.header('origin')
	if (origin !== undefined && origin !== c.var.ctx.config.siteUrl)
		throw new ServiceError('forbidden', 'console_forbidden', 'This form was sent by another site. Sign in here.')
	const fields = await c.req.parseBody().catch(() => ({}) as Record<string, string | File>)
	return (name) => {
		const value = fields[name]
		return typeof value === 'string' ? value : ''
	}
}

/**
 * Opens the console after the first factor, a password or an emailed link. The second factor comes next.
 * @throws ServiceError console_forbidden (403) if the account has no console role
 */
export async function enter(c: HttpContext, { session, to }: { session: SessionGrant; to: string }) {
	const { ctx } = c.var
	if (roleOf(session.user) === null) {
		await closeConsole(ctx, session.sessionId)
		throw new ServiceError('forbidden', 'console_forbidden', NO_ROLE)
	}
	keepCookie(c, await openConsole(ctx, session.sessionId))
	await rememberTrustedBrowser(c, session.user)
	return c.redirect(`${consolePaths.secondFactor}?to=${encodeURIComponent(to)}`, 303)
}
