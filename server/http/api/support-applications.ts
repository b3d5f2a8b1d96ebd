import { Hono } from 'hono'

import { ApplicationRequestSchema } from '#contracts/support.ts'
import { CV_MAX_BYTES } from '#domain/support/check-pdf.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { readCv } from '#server/http/forms/read-cv.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { fileTooLarge, receiveApplication } from '#server/services/people/support/receive-application.ts'

import { apiErrors } from './errors.ts'

/** The text fields and the framing of a multipart body, on top of the file. */
const FRAME_BYTES = 64 * 1024

const limitUpload = limitBody(CV_MAX_BYTES + FRAME_BYTES, fileTooLarge)

/** @throws ServiceError bad_form (400) for a body that is not a form */
async function readForm(c: HttpContext) {
	try {
		return await c.req.parseBody()
	} catch {
		throw new ServiceError('invalid', 'bad_form', 'The body must be sent as multipart/form-data')
	}
}

/** `POST /api/support/applications` (multipart), a few times an hour. */
export function createApplicationsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.post('/applications', limitUpload, limitRate({ name: 'applications', points: 5, seconds: 3600 }), async (c) => {
			const { cv, ...fields } = await readForm(c)
			const typed = ApplicationRequestSchema.parse(fields)
			await receiveApplication(c.var.ctx, { ...typed, cv: await readCv(cv) })
			return c.json({ accepted: true }, 201)
		})
}
