import { type Context, Hono } from 'hono'
import { z } from 'zod'

import {
	CERTIFICATE_FILE_MAX_BYTES,
	ClaimCertificateSchema,
	type ClaimCertificateResponse,
	type OwnCertificateResponse,
	type VerificationResponse,
} from '#contracts/certificates.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimiter, limitRate } from '#server/http/rate-limit.ts'
import { claimCertificate } from '#server/services/learning/certificates/claim-certificate.ts'
import { readOwnCertificate } from '#server/services/learning/certificates/read-own-certificate.ts'
import { stateStillKnown, withdrawStillKnown } from '#server/services/learning/certificates/still-known.ts'
import { verifyCertificate, verifyCertificateFile } from '#server/services/learning/certificates/verify-certificate.ts'

import { apiErrors } from './errors.ts'
import { withLearner } from './with-actor.ts'

/** Returns the requested course; null, for the main course, without `?course=`. */
const courseOf = (c: Context<HttpEnv>): string | null => c.req.query('course') ?? null

/** Creates `/api/certificates`. Responses aren't cached, because a certificate can be revoked. */
export function createCertificatesApi(): Hono<HttpEnv> {
	const statements = limitRate(createLimiter({ name: 'certificate-still-known', points: 60, seconds: 600 }))
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.use(limitBody())
		.get('/', withLearner, async (c) => c.json((await readOwnCertificate(c.var.ctx, courseOf(c))) satisfies OwnCertificateResponse))
		.post('/', withLearner, limitRate({ name: 'certificate-claim', points: 60, seconds: 600 }), async (c) => {
			const { name } = await readJson(c, ClaimCertificateSchema)
			return c.json({ certificate: await claimCertificate(c.var.ctx, { courseId: courseOf(c), name }) } satisfies ClaimCertificateResponse)
		})
		.put('/still-known', withLearner, statements, async (c) =>
			c.json((await stateStillKnown(c.var.ctx, courseOf(c))) satisfies OwnCertificateResponse),
		)
		.delete('/still-known', withLearner, statements, async (c) =>
			c.json((await withdrawStillKnown(c.var.ctx, courseOf(c))) satisfies OwnCertificateResponse),
		)
		.post('/check', limitRate({ name: 'certificate-check', points: 60, seconds: 600 }), limitBody(CERTIFICATE_FILE_MAX_BYTES), async (c) =>
			c.json((await verifyCertificateFile(c.var.ctx, await readJson(c, z.unknown()))) satisfies VerificationResponse),
		)
		.get('/:id', limitRate({ name: 'certificate-verify', points: 120, seconds: 600 }), async (c) =>
			c.json((await verifyCertificate(c.var.ctx, c.req.param('id'))) satisfies VerificationResponse),
		)
}
