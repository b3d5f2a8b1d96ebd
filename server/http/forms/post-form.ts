import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ZodError } from 'zod'

import type { HttpContext, HttpEnv, HttpHandler } from '#server/http/environment.ts'
import { withoutOutage } from '#server/http/outages.ts'
import type { Limiter } from '#server/http/rate-limit.ts'
import { withFacts } from '#server/http/route-facts.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { answerPage, refusalPage, type Answer, type FindPage } from './answer-page.ts'

/** A form that a browser posts by itself, where our script does not run. */
export type PageForm = {
	/** Where it posts to. */
	path: string
	/** The page that holds it, and the text of the link back. */
	page: Answer['next']
	/** The one among several that posted these values; null where it is `page`. */
	findPage?: (values: Readonly<Record<string, string>>, content: ServiceContext['content']) => Answer['next'] | null
	/** Longest body, and the refusal of a longer one. */
	largest?: { bytes: number; refusal: () => ServiceError }
	limit: Limiter
	dailyLimit?: Limiter
	/** Stores the fields; a repeated name counts once. Throws ZodError or ServiceError for invalid fields. */
	receive: (c: HttpContext, fields: Record<string, string | File>) => Promise<Answer | Response>
}

const FIELDS_ONLY = {
	bytes: 64 * 1024,
	refusal: () => new ServiceError('too-large', 'request_entity_too_large', 'That is too much for this form.'),
}

const WORDS = {
	wrong: { title: 'Not sent', text: 'Fix the marked fields. What you typed is still here.' },
	tooMany: { title: 'Not sent', text: 'You have sent a lot in a short time. Please try again later. What you typed is still here.' },
	trouble: { title: 'Not sent', text: 'Something went wrong on our side. What you typed is still here: please try again.' },
}

/** @throws ServiceError bad_form (400) for a body that is not a form */
async function readFields(c: HttpContext): Promise<Record<string, string | File>> {
	try {
		const body = await c.req.parseBody()
		return Object.fromEntries(Object.entries(body).filter(([name]) => name !== '__proto__')) as Record<string, string | File>
	} catch (error) {
		if (error instanceof ServiceError) throw error
		throw new ServiceError('invalid', 'bad_form', 'The body must be sent as a form')
	}
}

function problemsOf(error: unknown): Record<string, string> {
	if (error instanceof ServiceError) return error.details.fields ?? {}
	const problems: Record<string, string> = {}
	if (error instanceof ZodError) for (const issue of error.issues) problems[issue.path.join('.')] ??= issue.message
	return problems
}

function wordsFor(error: unknown): { title: string; text: string; status: number } {
	if (error instanceof ZodError) return { ...WORDS.wrong, status: 422 }
	if (!(error instanceof ServiceError)) return { ...WORDS.trouble, status: 500 }
	const status = HTTP_STATUS[error.kind]
	if (error.code === 'forms_busy') return { ...WORDS.tooMany, text: `${error.message} What you typed is still here.`, status }
	if (error.details.fields) return { ...WORDS.wrong, status }
	if (error.kind === 'rate-limited') return { ...WORDS.tooMany, status }
	return status >= 500 ? { ...WORDS.trouble, status } : { title: WORDS.wrong.title, text: error.message, status }
}

/** Never sent back: the field that only bots fill in, and the password. */
const NOT_SHOWN = new Set(['website', 'password'])

const textOf = (fields: Record<string, string | File>) =>
	Object.fromEntries(
		Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && !NOT_SHOWN.has(entry[0])),
	)

/** Middleware that refuses bodies longer than the form's, and the handler that always answers with a page. */
export function postForm(form: PageForm, findPage: FindPage): [MiddlewareHandler<HttpEnv>, HttpHandler] {
	const { path, page } = form
	const refuse = async (c: HttpContext, thrown: unknown, values: Record<string, string>) => {
		const error = thrown instanceof Error ? withoutOutage(c, thrown) : thrown
		const { status, ...words } = wordsFor(error)
		const { log, requestId } = c.var.ctx
		if (status >= 500 && error === thrown) log.error('request failed', { requestId, method: c.req.method, path, error })
		const seconds = error instanceof ServiceError ? error.details.retryAfterSeconds : undefined
		const headers = { 'X-Request-Id': requestId, ...(seconds !== undefined && { 'Retry-After': String(seconds) }) }
		return refusalPage(
			findPage,
			{
				refusal: { action: path, values, problems: problemsOf(error), ...words },
				next: form.findPage?.(values, c.var.ctx.content) ?? page,
			},
			{ status, headers },
		)
	}
	const { bytes, refusal } = form.largest ?? FIELDS_ONLY
	const limiters = form.dailyLimit ? [form.limit, form.dailyLimit] : [form.limit]
	const limitSize = bodyLimit({ maxSize: bytes, onError: (c) => refuse(c as HttpContext, refusal(), {}) })
	const handle: HttpHandler = async (c) => {
		let values: Record<string, string> = {}
		try {
			const fields = await readFields(c)
			values = textOf(fields)
			for (const take of limiters) await take(c)
			const answer = await form.receive(c, fields)
			if (answer instanceof Response) return answer
			return await answerPage(findPage, answer, { status: 200, headers: { 'X-Request-Id': c.var.ctx.requestId } })
		} catch (error) {
			return refuse(c, error, values)
		}
	}
	return [withFacts(limitSize, { bodyBytes: bytes }), withFacts(handle, { limiters })]
}
