import { Hono } from 'hono'

import { ApplicationRequestSchema } from '#contracts/support.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import type { FormLimits } from '#server/http/form-limits.ts'
import { MAX_UPLOAD_BYTES, readCv } from '#server/http/forms/post-form.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { requireAbuseCheck } from '#server/http/require-captcha.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { fileTooLarge, receiveApplication } from '#server/services/people/support/receive-application.ts'

import { apiErrors } from './errors.ts'

const limitUpload = limitBody(MAX_UPLOAD_BYTES, fileTooLarge)

/** @throws ServiceError bad_form (400) if the body isn't a form */
async function readForm(c: HttpContext) {
	try {
		return await c.req.parseBody()
	} catch {
		throw new ServiceError('invalid', 'bad_form', 'The body must be sent as multipart/form-data')
	}
}

/** Creates `POST /api/support/applications` (multipart). */
export function createApplicationsApi(limits: FormLimits): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.post('/applications', limitUpload, limitRate(limits.applications), limitRate(limits.applicationsDaily), async (c) => {
			const { cv: sent, ...fields } = await readForm(c)
			const typed = ApplicationRequestSchema.parse(fields)
			const cv = await readCv(sent)
			await requireAbuseCheck(c, typed.email, cv !== null)
			await receiveApplication(c.var.ctx, { ...typed, cv })
			return c.json({ accepted: true }, 201)
		})
}
