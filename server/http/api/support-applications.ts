import { type ErrorHandler, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ZodError } from 'zod'

import { paths } from '#contracts/paths.ts'
import type { ApplicationStep } from '#contracts/support-steps.ts'
import { ApplicationRequestSchema } from '#contracts/support.ts'
import { CV_MAX_BYTES } from '#domain/support/check-pdf.ts'
import { ServiceError } from '#server/errors.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { createLimiter, type Limiter } from '#server/http/rate-limit.ts'
import { type CvFile, fileTooLarge, receiveApplication } from '#server/services/support/receive-application.ts'

import { apiErrors } from './errors.ts'

/** The text fields and the frame of a multipart body, on top of the file. */
const FRAME_BYTES = 64 * 1024

const limitUpload = bodyLimit({
	maxSize: CV_MAX_BYTES + FRAME_BYTES,
	onError() {
		throw fileTooLarge()
	},
})

/** A file field that was left empty is posted as a file without name and bytes. */
async function readCv(file: unknown): Promise<CvFile | null> {
	if (!(file instanceof File) || (file.size === 0 && file.name === '')) return null
	return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** @throws ServiceError bad_form (400) for a body that is no form */
async function readForm(c: HttpContext) {
	try {
		return await c.req.parseBody()
	} catch {
		throw new ServiceError('invalid', 'bad_form', 'The body must be sent as multipart/form-data')
	}
}

const receive = (take: Limiter, answer: (c: HttpContext) => Response) => async (c: HttpContext) => {
	await take(c)
	const { cv, ...fields } = await readForm(c)
	const typed = ApplicationRequestSchema.parse(fields)
	await receiveApplication(c.var.ctx, { ...typed, cv: await readCv(cv) })
	return answer(c)
}

const show = (c: HttpContext, step: ApplicationStep) => c.redirect(paths.careersStep(step), 303)

/** A browser without our code is shown a page of the site whatever went wrong. */
const formErrors: ErrorHandler<HttpEnv> = (error, c) => {
	const { log, requestId } = c.var.ctx
	if (error instanceof ZodError) return show(c, 'invalid')
	if (error instanceof ServiceError) {
		if (error.details.fields?.cv) return show(c, 'file')
		return show(c, error.kind === 'invalid' ? 'invalid' : 'later')
	}
	log.error('request failed', { requestId, method: c.req.method, path: c.req.path, error })
	return show(c, 'later')
}

/** `POST /api/support/applications` (multipart), a few times an hour. */
export function createApplicationsApi(): Hono<HttpEnv> {
	const take = createLimiter({ name: 'applications', points: 5, seconds: 3600 })
	return new Hono<HttpEnv>().onError(apiErrors).post(
		'/applications',
		limitUpload,
		receive(take, (c) => c.json({ accepted: true }, 201)),
	)
}

/** `POST /careers`: what the careers page posts where our code does not run. */
export function createApplicationForm(): Hono<HttpEnv> {
	const take = createLimiter({ name: 'applications-form', points: 5, seconds: 3600 })
	return new Hono<HttpEnv>().onError(formErrors).post(
		'/careers',
		limitUpload,
		receive(take, (c) => show(c, 'sent')),
	)
}
