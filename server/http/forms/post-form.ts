import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ZodError } from 'zod'

import type { FormAnswer, FormOutcome, FormRefusal, GivenPart } from '#contracts/given-part.ts'
import { CV_MAX_BYTES } from '#domain/support/check-pdf.ts'
import type { HttpContext, HttpEnv, HttpHandler } from '#server/http/environment.ts'
import { type Limiter, withRouteMetadata } from '#server/http/limits.ts'
import { withoutOutage } from '#server/http/outages.ts'
import { presentPage } from '#server/http/present-page.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import type { CvFile } from '#server/services/people/support/receive-application.ts'

/** Maximum size of an upload: the file, plus 64 kB for the text fields and the multipart framing. */
export const MAX_UPLOAD_BYTES = CV_MAX_BYTES + 64 * 1024

/** Reads the uploaded file, or null. Browsers post an empty file field as a file without a name or content. */
export async function readCv(file: unknown): Promise<CvFile | null> {
	if (!(file instanceof File) || (file.size === 0 && file.name === '')) return null
	return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

type Fields = Record<string, string | File>

/** Form that the browser can post itself, without JavaScript. */
export type PageForm = {
	path: string
	page: FormAnswer['next']
	/** Finds the page, if several pages have this form; null for `page`. */
	findPage?: (values: Readonly<Record<string, string>>, c: HttpContext) => string | null
	/** Loads the data with which the page renders the form; null if the page can't show the form. */
	loadPageData?: (c: HttpContext) => Promise<GivenPart | null>
	maxBody?: { bytes: number; refusal: () => ServiceError }
	limit: Limiter
	dailyLimit?: Limiter
	/**
	 * Handles the form. If a name is repeated, only one of its values is passed.
	 * @throws ZodError or ServiceError for invalid fields
	 */
	receive: (c: HttpContext, fields: Fields) => Promise<FormAnswer | { redirect: string }>
}

const FIELDS_ONLY = {
	bytes: 64 * 1024,
	refusal: () => new ServiceError('too-large', 'request_entity_too_large', 'That’s too much for this form. Shorten it and try again.'),
}

const MESSAGES = {
	invalid: { title: 'Not sent', text: 'Fix the marked fields. What you typed is still here.' },
	tooMany: { title: 'Not sent', text: 'You have sent a lot in a short time. Please try again later. What you typed is still here.' },
	failed: { title: 'Not sent', text: 'Something went wrong on our side. What you typed is still here: please try again.' },
}

/** @throws ServiceError bad_form (400) if the body isn't a form */
async function readFields(c: HttpContext): Promise<Fields> {
	try {
		const body = await c.req.parseBody()
		return Object.fromEntries(Object.entries(body).filter(([name]) => name !== '__proto__')) as Fields
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

function messageFor(error: unknown): { title: string; text: string; status: number } {
	if (error instanceof ZodError) return { ...MESSAGES.invalid, status: 422 }
	if (!(error instanceof ServiceError)) return { ...MESSAGES.failed, status: 500 }
	const status = HTTP_STATUS[error.kind]
	if (error.code === 'forms_busy') return { ...MESSAGES.tooMany, text: `${error.message} What you typed is still here.`, status }
	if (error.details.fields) return { ...MESSAGES.invalid, status }
	if (error.kind === 'rate-limited') return { ...MESSAGES.tooMany, status }
	return status >= 500 ? { ...MESSAGES.failed, status } : { title: MESSAGES.invalid.title, text: error.message, status }
}

const NEVER_SENT_BACK = new Set(['website', 'password'])

const shownValues = (fields: Fields) =>
	Object.fromEntries(
		Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && !NEVER_SENT_BACK.has(entry[0])),
	)

type Refused = { thrown: unknown } & Pick<FormRefusal, 'values' | 'next'>

function toRefusal(c: HttpContext, path: string, { thrown, values, next }: Refused) {
	const error = thrown instanceof Error ? withoutOutage(c, thrown) : thrown
	const { status, ...message } = messageFor(error)
	const { log } = c.var.ctx
	if (status >= 500 && error === thrown) log.error('request failed', { method: c.req.method, path, error })
	const seconds = error instanceof ServiceError ? error.details.retryAfterSeconds : undefined
	if (seconds !== undefined) c.header('Retry-After', String(seconds))
	return { status, refusal: { action: c.req.path, values, problems: problemsOf(error), ...message, next } }
}

/** @param read may throw for an invalid body */
async function handleForm(c: HttpContext, form: PageForm, read: () => Promise<Fields>): Promise<Response> {
	const reading = await read().then(
		(fields) => ({ fields, thrown: null }),
		(thrown: unknown) => ({ fields: {}, thrown }),
	)
	const values = shownValues(reading.fields)
	const given = form.loadPageData ? await form.loadPageData(c) : {}
	const submit = async (): Promise<FormOutcome> => {
		try {
			// oxlint-disable-next-line typescript/only-throw-error -- rethrow exactly what was thrown
			if (reading.thrown !== null) throw reading.thrown
			for (const limiter of limitersOf(form)) await limiter(c)
			const answer = await form.receive(c, reading.fields)
			return 'redirect' in answer ? answer : { status: 200, answer }
		} catch (thrown) {
			return toRefusal(c, form.path, { thrown, values, next: given === null ? form.page : null })
		}
	}
	c.header('X-Request-Id', c.var.ctx.requestId)
	return presentPage(c, form.findPage?.(values, c) ?? form.page.href, { ...given, submit })
}

const limitersOf = ({ limit, dailyLimit }: PageForm) => (dailyLimit ? [limit, dailyLimit] : [limit])

/**
 * Creates the middleware that limits the body's size, and the handler, which responds with a page or a redirect. Errors are shown
 * on the form's page, too.
 */
export function postForm(form: PageForm): [MiddlewareHandler<HttpEnv>, HttpHandler] {
	const { bytes, refusal } = form.maxBody ?? FIELDS_ONLY
	const limitSize = bodyLimit({ maxSize: bytes, onError: (c) => handleForm(c as HttpContext, form, () => Promise.reject(refusal())) })
	return [
		withRouteMetadata(limitSize, { bodyBytes: bytes }),
		withRouteMetadata((c) => handleForm(c, form, () => readFields(c)), { limiters: limitersOf(form) }),
	]
}
