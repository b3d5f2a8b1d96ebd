import { type Context, Hono } from 'hono'

import { paths } from '#contracts/paths.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/limits.ts'
import { presentPage } from '#server/http/present-page.ts'
import { cacheControl } from '#server/http/security-headers.ts'
import { sendFile } from '#server/http/send-file.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { readIssuerDocument } from '#server/services/learning/certificates/issuer-keys.ts'
import { readStatement } from '#server/services/learning/certificates/read-own-certificate.ts'
import { readStatusList } from '#server/services/learning/certificates/read-status-list.ts'
import { printCertificate, readCertificateFile, verifyCertificate } from '#server/services/learning/certificates/verify-certificate.ts'

/** Media type of credentials (W3C VC Data Model 2.0). */
const CREDENTIAL = 'application/vc'

/** Allows other sites' pages to fetch these files. */
const openToAll = (c: Context<HttpEnv>) => c.header('Access-Control-Allow-Origin', '*')

const STATUS_LIMIT = { name: 'certificate-status', points: 120, seconds: 600 }

/**
 * Creates the page and files of certificates, status lists, and the issuer's document. None of these may be indexed by search
 * engines.
 */
export function createCertificatePages(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.use('/certificates/*', async (c, next) => {
			await next()
			c.header('X-Robots-Tag', 'noindex')
		})
		.get('/certificates/status/:list', limitRate(STATUS_LIMIT), cacheControl('public, max-age=60'), async (c) => {
			const list = /^\d{1,9}$/.test(c.req.param('list')) ? Number(c.req.param('list')) : -1
			const credential = await readStatusList(c.var.ctx, list)
			openToAll(c)
			return c.body(JSON.stringify(credential), 200, { 'Content-Type': CREDENTIAL })
		})
		.get('/certificates/:id/credential.json', limitRate({ name: 'certificate-file', points: 60, seconds: 600 }), async (c) => {
			const { id } = c.req.param()
			const content = JSON.stringify(await readCertificateFile(c.var.ctx, id), null, 2)
			openToAll(c)
			return sendFile(c, { name: `certificate-${id}.json`, content, type: CREDENTIAL })
		})
		.get('/certificates/:id/still-known.json', limitRate({ name: 'certificate-statement', points: 60, seconds: 600 }), async (c) => {
			const { id } = c.req.param()
			const content = JSON.stringify(await readStatement(c.var.ctx, id), null, 2)
			openToAll(c)
			return sendFile(c, { name: `still-known-${id}.json`, content, type: CREDENTIAL })
		})
		.get('/certificates/:id/certificate.pdf', limitRate({ name: 'certificate-pdf', points: 60, seconds: 600 }), async (c) => {
			const { id } = c.req.param()
			return sendFile(c, { name: `certificate-${id}.pdf`, content: await printCertificate(c.var.ctx, id) })
		})
		.get('/certificates/:id', limitRate({ name: 'certificate-page', points: 120, seconds: 600 }), async (c, next) => {
			// The page's data is the same for all certificates.
			if (c.req.param('id').endsWith('.data')) return next()
			const verification = await verifyCertificate(c.var.ctx, c.req.param('id')).catch((error: unknown) => {
				if (error instanceof ServiceError && error.kind === 'not-found') return null
				throw error
			})
			if (verification) return presentPage(c, c.req.path, { verification })
			const { body, headers } = await presentPage(c, '/404', {})
			return new Response(body, { status: 404, headers })
		})
		.get(paths.issuerDocument, cacheControl('public, max-age=300'), async (c) => {
			const document = await readIssuerDocument(c.var.ctx)
			openToAll(c)
			return c.body(JSON.stringify(document), 200, { 'Content-Type': 'application/did+json' })
		})
}
