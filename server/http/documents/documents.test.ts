// asvs V3.2.1 V5.4.1 V5.4.2
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import type { DownloadLink, DownloadList } from '#contracts/downloads.ts'
import { MAIN_CONTENTS } from '#domain/gating/course-contents.ts'
import { createApp } from '#server/process/app.ts'
import { firstPaidDownload } from '#server/services/commerce/downloads/take-document.ts'
import { grantEntitlement } from '#server/services/learning/entitlements/entitlements.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const { lifetimeOffer } = loadedContent

const FREE = '/documents/career-roadmap-template.pdf'
const PAID = { document: 'roi-tracker', format: 'xlsx' }
const MINUTE = 60_000

async function openLibrary() {
	const { deps, clock } = await makeTestDeps()
	const app = createApp(deps)
	const learner = await makeLearner(deps)

	/** Creates a paid order of the learner with its entitlement. */
	async function buy(userId = learner.userId): Promise<string> {
		const now = clock.now()
		return deps.db.transaction().execute(async (tx) => {
			const { id } = await tx
				.insertInto('orders')
				.values({
					user_id: userId,
					product_code: lifetimeOffer.code,
					product_name: lifetimeOffer.productName,
					currency: 'usd',
					subtotal_cents: 4700,
					total_cents: 4700,
					provider: 'sandbox',
					livemode: false,
					status: 'paid',
					client_address: '127.0.0.1',
					refund_policy_version: '2026-11-20',
					paid_at: now,
					created_at: now,
					updated_at: now,
				})
				.returning('id')
				.executeTakeFirstOrThrow()
			await grantEntitlement(tx, { orderId: id, productCode: lifetimeOffer.code, opens: MAIN_CONTENTS, userId, email: learner.email, now })
			return id
		})
	}

	const ask = (body: unknown, headers: Record<string, string> = learner.headers) =>
		app.request('/api/downloads', {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		})

	async function linkTo(body: unknown = PAID): Promise<string> {
		const response = await ask(body)
		expect(response.status).toBe(200)
		return ((await response.json()) as DownloadLink).url
	}

	const list = async () => (await (await app.request('/api/downloads', { headers: learner.headers })).json()) as DownloadList
	const rows = () => deps.db.selectFrom('downloads').select(['document', 'format', 'times', 'order_id']).execute()
	return { deps, clock, app, learner, buy, ask, linkTo, list, rows }
}

const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code

test('anyone can download a free document under its own name, and it can be cached', async () => {
	const { app, rows } = await openLibrary()
	const response = await app.request(FREE)
	const bytes = Buffer.from(await response.arrayBuffer())
	expect(response.status).toBe(200)
	expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
	expect(Object.fromEntries(response.headers)).toMatchObject({
		'content-type': 'application/pdf',
		'content-length': String(bytes.length),
		'content-disposition': 'attachment; filename="career-roadmap-template.pdf"; filename*=UTF-8\'\'Career%20Roadmap%20Template.pdf',
		'cache-control': 'public, max-age=3600',
		'x-content-type-options': 'nosniff',
	})
	const etag = response.headers.get('etag') ?? ''
	const again = await app.request(FREE, { headers: { 'if-none-match': `W/"other", ${etag}` } })
	expect([again.status, await again.text()]).toEqual([304, ''])
	const head = await app.request(FREE, { method: 'HEAD' })
	expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(bytes.length), ''])
	expect(await rows()).toEqual([])
})

test('an interrupted download resumes, unless the file has changed', async () => {
	const { app } = await openLibrary()
	const whole = await app.request(FREE)
	const bytes = Buffer.from(await whole.arrayBuffer())
	const etag = whole.headers.get('etag') ?? ''
	const rest = await app.request(FREE, { headers: { range: 'bytes=1000-', 'if-range': etag } })
	expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 1000-${bytes.length - 1}/${bytes.length}`])
	expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true)
	expect((await app.request(FREE, { headers: { range: 'bytes=1000-', 'if-range': '"other"' } })).status).toBe(200)
	const beyond = await app.request(FREE, { headers: { range: `bytes=${bytes.length}-` } })
	expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
})

test.each([
	{ path: '/documents/roi-tracker.xlsx', status: 403, code: 'entitlement_required' },
	{ path: '/documents/no-such-thing.pdf', status: 404, code: 'document_not_found' },
	{ path: '/documents/career-roadmap-template.exe', status: 404, code: 'document_not_found' },
	{ path: '/documents/..%2f..%2fpackage.json', status: 404, code: 'document_not_found' },
	{ path: '/documents/__proto__.pdf', status: 404, code: 'document_not_found' },
	{ path: '/downloads/roi-tracker.xlsx', status: 403, code: 'link_invalid' },
	{ path: '/downloads/no-such-thing.pdf?link=a.b.c', status: 404, code: 'document_not_found' },
])('$path answers $status $code', async ({ path, status, code }) => {
	const { app } = await openLibrary()
	const response = await app.request(path)
	expect([response.status, await codeOf(response)]).toEqual([status, code])
})

test('a link to a paid document needs an account with access', async () => {
	const { ask, buy, list } = await openLibrary()
	expect((await ask(PAID, {})).status).toBe(401)
	const refused = await ask(PAID)
	expect([refused.status, await codeOf(refused)]).toEqual([403, 'entitlement_required'])
	expect(await list()).toEqual({ isOpen: false, downloads: [] })
	expect((await ask({ document: 'no-such-thing', format: 'pdf' })).status).toBe(404)
	expect((await ask({ ...PAID, format: 'exe' })).status).toBe(400)
	await buy()
	expect((await ask(PAID)).status).toBe(200)
	expect((await list()).isOpen).toBe(true)
	const free = (await (await ask({ document: 'career-roadmap-template', format: 'pdf' })).json()) as DownloadLink
	expect(free).toEqual({ url: FREE, expiresAt: null })
})

test('a paid download is recorded before it starts, once per file, with its first time', async () => {
	const { app, deps, clock, buy, linkTo, list, rows } = await openLibrary()
	const orderId = await buy()
	expect(await firstPaidDownload(deps.db, orderId)).toBeNull()
	const link = await linkTo()
	expect((await app.request(link, { method: 'HEAD' })).status).toBe(200)
	expect(await rows()).toEqual([])

	const firstAt = clock.now()
	const response = await app.request(link)
	expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
	expect(
		Buffer.from(await response.arrayBuffer())
			.subarray(0, 2)
			.toString(),
	).toBe('PK')
	expect(await rows()).toEqual([{ ...PAID, order_id: orderId, times: 1 }])

	clock.advance(MINUTE)
	expect((await app.request(link, { headers: { range: 'bytes=500-' } })).status).toBe(206)
	expect((await rows())[0]?.times).toBe(1)
	expect((await app.request(link, { headers: { range: 'bytes=0-' } })).status).toBe(206)
	expect((await rows())[0]?.times).toBe(2)
	expect(await firstPaidDownload(deps.db, orderId)).toEqual(firstAt)
	expect((await list()).downloads).toEqual([
		{ slug: PAID.document, title: 'ROI Tracker', format: PAID.format, at: clock.now().toISOString() },
	])
})

test('ten parallel clicks are recorded as one row with count ten', async () => {
	const { app, buy, linkTo, rows } = await openLibrary()
	await buy()
	const link = await linkTo()
	const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await app.request(link)).status))
	expect(new Set(statuses)).toEqual(new Set([200]))
	expect((await rows()).map(({ times }) => times)).toEqual([10])
})

test('a link works only unchanged, for its document, format and learner', async () => {
	const { app, deps, buy, linkTo, rows } = await openLibrary()
	await buy()
	const link = await linkTo()
	const other = await makeLearner(deps)
	const [path = '', signature = ''] = link.split('?link=')
	const [userId = '', expires = '', mac = ''] = signature.split('.')
	const forged = [
		link.replace('roi-tracker.xlsx', 'roi-tracker.csv'),
		link.replace('roi-tracker', 'content-calendar'),
		`${path}?link=${other.userId}.${expires}.${mac}`,
		`${path}?link=${userId}.${Number(expires) + 1}.${mac}`,
		`${path}?link=${userId}.${expires}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
		`${path}?link=${userId}.${expires}.`,
		`${link}.x`,
		path,
	]
	for (const address of forged) {
		const response = await app.request(address)
		expect([address, response.status, await codeOf(response)]).toEqual([address, 403, 'link_invalid'])
	}
	expect(await rows()).toEqual([])
})

test('a link expires after five minutes, or at once with the entitlement', async () => {
	const { app, deps, clock, buy, linkTo, rows } = await openLibrary()
	const orderId = await buy()
	const link = await linkTo()
	clock.advance(5 * MINUTE - 1)
	expect((await app.request(link, { method: 'HEAD' })).status).toBe(200)
	clock.advance(1)
	const late = await app.request(link)
	expect([late.status, await codeOf(late)]).toEqual([403, 'link_expired'])

	const fresh = await linkTo()
	for (const state of ['revoked', 'suspended'] as const) {
		await deps.db.updateTable('entitlements').set({ state }).where('order_id', '=', orderId).execute()
		const response = await app.request(fresh)
		expect([response.status, await codeOf(response)]).toEqual([403, 'entitlement_required'])
	}
	expect(await rows()).toEqual([])
})

test('a download counts for the older of two orders, and after its refund for the newer', async () => {
	const { app, deps, clock, buy, linkTo } = await openLibrary()
	const older = await buy()
	clock.advance(MINUTE)
	const younger = await buy()
	await app.request(await linkTo())
	expect(await firstPaidDownload(deps.db, older)).not.toBeNull()
	expect(await firstPaidDownload(deps.db, younger)).toBeNull()
	await deps.db.updateTable('entitlements').set({ state: 'revoked' }).where('order_id', '=', older).execute()
	await app.request(await linkTo())
	expect(await firstPaidDownload(deps.db, younger)).not.toBeNull()
})

test('an expired link opened in a browser redirects to the page with a new one', async () => {
	const { app } = await openLibrary()
	const response = await app.request('/downloads/roi-tracker.xlsx?link=a.b.c', { headers: { accept: 'text/html,*/*' } })
	expect([response.status, response.headers.get('location')]).toEqual([303, '/templates?refused=link_invalid'])
})
