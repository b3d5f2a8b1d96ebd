import { expect, test } from 'vitest'

import { loadEdited } from '#content/loaded.server.ts'
import type { OwnCertificateResponse } from '#contracts/certificates.ts'
import type { DownloadLink, DownloadList } from '#contracts/downloads.ts'
import type { OrderList } from '#contracts/payments.ts'
import type { RefundView } from '#contracts/refunds.ts'
import { systemContext } from '#server/services/context.ts'
import { storeMissingOpeners, revokeEndedCertificates } from '#server/services/learning/certificates/revoke-certificates.ts'
import { payAtProvider, sessionIdOf } from '#tests/factories/checkout.ts'
import { loadOwnedCourse, loadTwoCourses, PRODUCTS, SECRET_OF_SHEETS, SHEETS, twoCourseEdits } from '#tests/factories/two-courses.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { sitePages } from '#tests/setup/site-pages.ts'

import { signedIn, SITE, startWire, type Wire } from './test-client.ts'

const content = loadTwoCourses()
const MAIN_LESSON = '/api/course/modules/2/lessons/market-research-validation'
const SHEETS_LESSON = '/api/course/modules/21/lessons/formulas'
const LATER_SHEETS_LESSON = '/api/course/modules/22/lessons/formulas'
const PAID_TEMPLATE = 'affiliate-disclosure-kit'

type Person = Awaited<ReturnType<typeof signedIn>>

/** Creates an academy with two courses, and a person who buys there with the real client. */
async function openAcademy(sold = content) {
	const wire = await startWire({ content: sold, accessPolicy: 'enrolled', env: { PORT: '1', GOTRUE_SITE_URL: 'http://localhost:3000' } })
	const join = async () => describePerson(wire, await signedIn(wire))
	return { wire, join }
}

function describePerson(wire: Wire, { client, email, session }: Person) {
	const headers = { authorization: `Bearer ${session.access_token}` }
	const get = (path: string) => wire.request(path, { headers })
	const send = (path: string, body: unknown, method = 'POST') =>
		wire.request(path, { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) })
	const json = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T
	const open = async (path: string) => {
		const answer = await get(path)
		const body = (await answer.json()) as { error?: { code: string } }
		return answer.ok ? 'open' : `${answer.status} ${body.error?.code}`
	}
	const checkout = async (productName: string) => {
		const { data, error } = await client.functions.invoke<{ url: string }>('create-payment', { body: { productName } })
		if (!error) return sessionIdOf(data?.url ?? '')
		const answer = (error as { context: Response }).context
		throw new Error(`${answer.status}: ${((await answer.json()) as { error: string }).error}`)
	}
	const buy = async (productName: string) => {
		const sessionId = await checkout(productName)
		await payAtProvider(wire.deps, sessionId, { email })
		await wire.request(`/api/orders/by-session/${sessionId}`)
		return sessionId
	}
	const complete = (moduleId: number) =>
		send('/api/progress/merge', { entries: [{ kind: 'module', key: String(moduleId), done: true, changedAt: 1 }] })
	return {
		client,
		email,
		get,
		send,
		open,
		checkout,
		buy,
		complete,
		orders: () => json<OrderList>(get('/api/orders')),
		download: (document: string) => send('/api/downloads', { document, format: 'pdf' }),
		library: () => json<DownloadList>(get('/api/downloads')),
		certificate: (course?: string) => json<OwnCertificateResponse>(get(`/api/certificates${course ? `?course=${course}` : ''}`)),
		refund: async (orderId: string) => {
			const view = await json<RefundView>(send(`/api/orders/${orderId}/refund`, { kind: 'promise' }))
			await runDueJobs(wire.deps)
			return view
		},
	}
}

test('a buyer of one course gets its lessons and templates, and none of the other course', async () => {
	const { join } = await openAcademy()
	const [ana, ben] = [await join(), await join()]
	await ana.buy(PRODUCTS.sheets)
	await ben.buy(PRODUCTS.main)
	for (const one of [ana, ben]) await one.complete(1)

	expect([await ana.open(SHEETS_LESSON), await ana.open(MAIN_LESSON)]).toEqual(['open', '403 not_enrolled'])
	expect([await ben.open(SHEETS_LESSON), await ben.open(MAIN_LESSON)]).toEqual(['403 not_enrolled', 'open'])
	expect(await ana.open(LATER_SHEETS_LESSON)).toBe('403 module_locked')
	await ana.complete(21)
	expect(await ana.open(LATER_SHEETS_LESSON)).toBe('open')

	expect([(await ana.download(SHEETS.template)).status, (await ana.download(PAID_TEMPLATE)).status]).toEqual([200, 403])
	expect([(await ben.download(SHEETS.template)).status, (await ben.download(PAID_TEMPLATE)).status]).toEqual([403, 200])
	const open = async (one: typeof ana) => (await one.library()).open ?? []
	expect([await open(ana), (await open(ben)).includes(SHEETS.template)]).toEqual([[SHEETS.template], false])
	expect((await open(ben)).length).toBeGreaterThan(5)

	expect(await ana.orders()).toMatchObject({ entitlements: ['spreadsheets'], opens: { courses: ['spreadsheets'], modules: [] } })
	expect(await ben.orders()).toMatchObject({ opens: { courses: ['main'], modules: [] } })
})

test('progress in another course counts only in modules that the learner can open: free ones without a purchase', async () => {
	const first = { ...JSON.parse(twoCourseEdits.get('courses/spreadsheets.json') ?? '') } as { modules: object[] }
	first.modules = first.modules.map((module, at) => (at === 0 ? { ...module, free: true } : module))
	const { join } = await openAcademy(loadEdited(new Map([...twoCourseEdits, ['courses/spreadsheets.json', JSON.stringify(first)]])))
	const ana = await join()
	const complete = async (moduleId: number) => (await (await ana.complete(moduleId)).json()) as { entries: unknown[] }
	expect((await complete(21)).entries).toEqual([expect.objectContaining({ kind: 'module', key: '21' })])
	expect((await complete(22)).entries).toHaveLength(1)
	await ana.buy(PRODUCTS.sheets)
	expect((await complete(22)).entries).toHaveLength(2)
})

test('each course has its own price, and an owned course isn’t sold again while the other is', async () => {
	const { wire, join } = await openAcademy()
	const ana = await join()
	await ana.buy(PRODUCTS.sheets)
	await expect(ana.checkout(PRODUCTS.sheets)).rejects.toThrow('409: You already own Spreadsheets for Sellers.')
	await expect(ana.checkout(PRODUCTS.oneModule)).rejects.toThrow('409: You already have everything')
	await ana.buy(PRODUCTS.main)
	await expect(ana.checkout(PRODUCTS.both)).rejects.toThrow('409')
	const totals = await wire.deps.db
		.selectFrom('orders')
		.select(['product_code', 'total_cents'])
		.where('status', '=', 'paid')
		.orderBy('total_cents')
		.execute()
	expect(totals).toEqual([
		{ product_code: 'spreadsheets', total_cents: 2900 },
		{ product_code: 'digital-income-mastery-lifetime', total_cents: 4700 },
	])
})

test('a buyer of one module can buy its course, and checkouts of different courses stay open together', async () => {
	const { wire, join } = await openAcademy()
	const ana = await join()
	await ana.buy(PRODUCTS.oneModule)
	await ana.complete(21)
	expect([await ana.open(SHEETS_LESSON), await ana.open(LATER_SHEETS_LESSON)]).toEqual(['open', '403 not_enrolled'])
	await ana.checkout(PRODUCTS.main)
	await ana.buy(PRODUCTS.sheets)
	expect(await ana.open(LATER_SHEETS_LESSON)).toBe('open')
	const open = () => wire.deps.db.selectFrom('orders').select('product_code').where('status', '=', 'pending').execute()
	expect(await open()).toEqual([{ product_code: 'digital-income-mastery-lifetime' }])
	await ana.checkout(PRODUCTS.both)
	expect(await open()).toEqual([{ product_code: 'everything' }])
})

test('a refund closes only its own course, and each order counts only its own reading', async () => {
	const { wire, join } = await openAcademy()
	const ana = await join()
	const sheets = await ana.buy(PRODUCTS.sheets)
	const main = await ana.buy(PRODUCTS.main)
	await ana.complete(1)
	await ana.get(SHEETS_LESSON)
	await ana.send('/api/progress/merge', {
		entries: [{ kind: 'section', key: '21/formulas', done: true, changedAt: wire.clock.now().getTime() }],
	})
	const meter = async (order: string) => ((await (await ana.get(`/api/orders/${order}/refund`)).json()) as RefundView).meter
	expect(await meter(sheets)).toMatchObject({ opened: 1, total: 4 })
	expect(await meter(main)).toMatchObject({ opened: 0, total: 48 })
	await ana.refund(main)
	expect([await ana.open(SHEETS_LESSON), await ana.open(MAIN_LESSON)]).toEqual(['open', '403 not_enrolled'])
	expect((await ana.orders()).opens).toEqual({ courses: ['spreadsheets'], modules: [] })
})

test('an order opens what its offer contained at purchase, even if the offer changes later', async () => {
	const { wire, join } = await openAcademy()
	const ana = await join()
	const open = await ana.checkout(PRODUCTS.both)
	await wire.deps.db.updateTable('orders').set({ product_code: 'no-longer-sold' }).execute()
	await payAtProvider(wire.deps, open, { email: ana.email })
	await wire.request(`/api/orders/by-session/${open}`)
	expect(await ana.orders()).toMatchObject({ entitlements: ['no-longer-sold'], opens: { courses: ['main', 'spreadsheets'], modules: [] } })
})

/** Reads the whole second course and passes its checks. */
async function study({ clock }: Wire, ana: ReturnType<typeof describePerson>) {
	const changedAt = clock.now().getTime()
	for (const id of SHEETS.modules) {
		const sections = ['welcome', 'formulas'].map((name) => ({ kind: 'section', key: `${id}/${name}`, done: true, changedAt }))
		await ana.send('/api/progress/merge', { entries: sections })
		await ana.complete(id)
		await ana.get(`/api/course/modules/${id}/lessons/formulas`)
		const graded = await ana.send(`/api/course/lessons/${id}/formulas/quiz`, { attemptId: crypto.randomUUID(), answers: [0] })
		expect(await graded.json()).toMatchObject({ score: 1, total: 1 })
	}
}

async function claim(wire: Wire, ana: ReturnType<typeof describePerson>) {
	const claimed = await ana.send('/api/certificates?course=spreadsheets', { name: 'Ana Test' })
	const { certificate } = (await claimed.json()) as { certificate: { id: string; courseName: string } }
	expect(certificate.courseName).toBe('Spreadsheets for Sellers')
	const file = await wire.request(`/certificates/${certificate.id}/credential.json`)
	expect(((await file.json()) as { credentialSubject: { achievement: object } }).credentialSubject.achievement).toMatchObject({
		id: expect.stringMatching(/\/courses\/spreadsheets$/),
		name: 'Spreadsheets for Sellers',
		description: 'Two short modules after which a sheet does your sums.',
	})
	const state = async () => ((await (await wire.request(`/api/certificates/${certificate.id}`)).json()) as { state: string }).state
	return { certificate, state }
}

test('a certificate earned through an owning course stays after they are separated, until that course is refunded', async () => {
	const { wire, join } = await openAcademy(loadOwnedCourse())
	const ana = await join()
	await ana.buy(PRODUCTS.main)
	await study(wire, ana)
	const { certificate, state } = await claim(wire, ana)
	const { db } = wire.deps
	const detached = systemContext({ ...wire.deps, content }, 'test')
	// Certificates of an earlier version get their openers at the next start, or at their next check.
	const forget = () => db.updateTable('certificates').set({ opener_course_ids: null, opener_module_ids: null }).execute()
	await forget()
	await storeMissingOpeners(systemContext(wire.deps, 'start'))
	expect(await revokeEndedCertificates(detached, db)).toEqual([])
	await forget()
	expect(await state()).toBe('valid')
	expect(await revokeEndedCertificates(detached, db)).toEqual([])
	await db.updateTable('entitlements').set({ state: 'revoked' }).execute()
	expect(await revokeEndedCertificates(detached, db)).toEqual([certificate.id])
})

test('each course has its own certificate, based on its lessons and checks and revoked by its own refund', async () => {
	const { wire, join } = await openAcademy()
	const ana = await join()
	const sheets = await ana.buy(PRODUCTS.sheets)
	await ana.buy(PRODUCTS.main)
	expect(await ana.certificate('spreadsheets')).toMatchObject({ status: 'open', isPaid: true })
	await study(wire, ana)
	expect((await ana.send('/api/certificates', { name: 'Ana Test' })).status).toBe(409)
	const { certificate, state } = await claim(wire, ana)
	expect(await state()).toBe('valid')
	expect(await ana.certificate()).toMatchObject({ status: 'open' })
	expect(await ana.certificate('spreadsheets')).toMatchObject({ status: 'issued', certificate: { id: certificate.id } })
	expect((await ana.get('/api/certificates?course=cooking')).status).toBe(404)

	await wire.deps.db
		.updateTable('entitlements')
		.set({ state: 'revoked' })
		.where('product_code', '=', 'digital-income-mastery-lifetime')
		.execute()
	expect(await state()).toBe('valid')
	// Buying one of several modules doesn't count as buying the course.
	await wire.deps.db
		.updateTable('entitlements')
		.set({ course_ids: [], module_ids: SHEETS.modules.slice(0, 1) })
		.where('product_code', '=', 'spreadsheets')
		.execute()
	expect(await state()).toBe('revoked')
	expect(sheets).not.toBe('')
})

test('a learner of one course can’t reach the other by URL, claim, recall, note, progress, check or /rest/v1', async () => {
	const { wire, join } = await openAcademy()
	const ben = await join()
	await ben.buy(PRODUCTS.main)
	expect(await ben.open(`${SHEETS_LESSON}?completed=21,22`)).toBe('403 not_enrolled')
	expect((await wire.request(`${SHEETS_LESSON}?completed=1,2,3,4,5,6,21`)).status).toBe(403)
	expect(await (await ben.get('/api/recall/questions?lessons=21/formulas,22/formulas&completed=21')).json()).toEqual({ lessons: [] })
	expect(await (await wire.request('/api/recall/questions?lessons=21/formulas')).json()).toEqual({ lessons: [] })
	const quiz = await ben.send('/api/course/lessons/21/formulas/quiz', { attemptId: crypto.randomUUID(), answers: [0] })
	expect(quiz.status).toBe(403)
	const at = wire.clock.now().getTime()
	const progress = await ben.send('/api/progress/merge', {
		entries: [
			{ kind: 'module', key: '21', done: true, changedAt: at },
			{ kind: 'reading', key: '21/formulas', done: true, changedAt: at, detail: { block: 0, words: 1 } },
			{ kind: 'module', key: '1', done: true, changedAt: at },
		],
	})
	const merged = (await progress.json()) as { entries: { key: string }[]; refused: { key: string }[] }
	expect(merged.entries.map(({ key }) => key)).toEqual(['1'])
	expect(merged.refused.map(({ key }) => key)).toEqual(['21', '21/formulas'])
	const versions = [{ id: 'one', edits: 1, text: 'Mine', changedAt: at, seen: [] }]
	expect((await ben.send('/api/notes/merge', { moduleId: 21, sectionId: 'formulas', versions })).status).toBe(409)
	const link = (await (await ben.download(PAID_TEMPLATE)).json()) as DownloadLink
	expect((await wire.request(link.url.replace(PAID_TEMPLATE, SHEETS.template))).status).toBe(403)

	for (const table of ['lesson_quiz_attempts', 'content_reads', 'progress_entries', 'downloads'])
		expect((await ben.client.from(table).select('*').or('module_id.eq.21,key.like.21*')).data ?? []).toEqual([])
	for (const table of ['entitlements', 'orders', 'lesson_revisions'])
		expect((await ben.client.from(table).select('*')).error).not.toBeNull()
	for (const path of ['/course/module21', '/course/module22', '/courses/spreadsheets', '/templates', '/review', '/sitemap.xml']) {
		const answer = await sitePages.serve(new Request(new URL(path, SITE)), content)
		const text = await answer?.text()
		expect([path, answer?.status, text?.includes(SECRET_OF_SHEETS)]).toEqual([path, 200, false])
	}
})
