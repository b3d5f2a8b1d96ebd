import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ZodError } from 'zod'

import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { presentOutages } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'

export const API_VERSION = '2024-01-01'

/** True if the client sends the version header, as supabase-js does; otherwise errors have the older format. */
export const wantsErrorCodes = (c: HttpContext) => {
	const version = c.req.header('x-supabase-api-version') ?? ''
	return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION
}

export type Refusal = { status: ContentfulStatusCode; code: string; message: string; weakPasswordReasons?: readonly string[] | undefined }

export function presentRefusal(c: HttpContext, { status, code, message, weakPasswordReasons }: Refusal) {
	c.header('X-Sb-Error-Code', code)
	const weakPassword = weakPasswordReasons && { weak_password: { reasons: weakPasswordReasons } }
	if (wantsErrorCodes(c)) {
		c.header('X-Supabase-Api-Version', API_VERSION)
		return c.json({ code, message, ...weakPassword }, status)
	}
	const errorId = status >= 500 && { error_id: c.var.ctx.requestId }
	return c.json({ code: status, error_code: code, msg: message, ...errorId, ...weakPassword }, status)
}

function firstIssue(error: ZodError): string {
	const [issue] = error.issues
	const field = issue?.path.join('.')
	return field ? `${field}: ${issue?.message}` : (issue?.message ?? 'Invalid body')
}

/** Converts an error to a response; null for an unexpected one. */
export function toRefusal(error: Error): Refusal | null {
	if (error instanceof ServiceError)
		return {
			status: HTTP_STATUS[error.kind],
			code: error.code,
			message: error.message,
			weakPasswordReasons: error.details.weakPasswordReasons,
		}
	if (error instanceof ZodError) return { status: 400, code: 'validation_failed', message: firstIssue(error) }
	return null
}

export const authErrors: ErrorHandler<HttpEnv> = presentOutages((error, c) => {
	const refusal = toRefusal(error)
	if (error instanceof ServiceError && error.details.retryAfterSeconds !== undefined)
		c.header('Retry-After', String(error.details.retryAfterSeconds))
	if (refusal) return presentRefusal(c, refusal)
	const { log } = c.var.ctx
	log.error('auth request failed', { method: c.req.method, path: c.req.path, error })
	return presentRefusal(c, {
		status: 500,
		code: 'unexpected_failure',
		message: 'Unexpected failure, please check server logs for more information',
	})
})
