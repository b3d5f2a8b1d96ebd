import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { systemContext } from '#server/services/context.ts'
import { changeAccount, createAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { makeOrder } from '#tests/factories/snapshot.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { getCounted, openConsoleAs } from './open-console.ts'
import { cardsOf, figuresOf, rowsOf } from './read-table.ts'

const { taughtModule, readLesson } = loadedContent

const DAY_MS = 86_400_000
const [FIRST, SECOND] = taughtModule(1).sections

const daysAgo = ({ clock }: Wire, days: number) => new Date(clock.now().getTime() - days * DAY_MS)
const person = async ({ deps }: Wire, createdAt: Date) => {
	const { id } = await createAccount(systemContext(deps, 'test'), { email: `${randomUUID()}@example.com`, email_confirm: true })
	await deps.db.updateTable('auth.users').set({ created_at: createdAt }).where('id', '=', id).execute()
	return id
}
async function did(
	{ deps }: Wire,
	userId: string,
	what: { kind: 'section' | 'module' | 'reading'; key: string; done?: boolean; at: Date; detail?: object },
) {
	const { kind, key, done = true, at, detail } = what
	const times = { changed_at: at, stored_at: at, first_stored_at: at, first_changed_at: at }
	await deps.db
		.insertInto('progress_entries')
		.values({ user_id: userId, kind, key, done, ...times, detail: detail ? JSON.stringify(detail) : null })
		.execute()
}
test('a new academy has an empty overview for every period, and unknown periods fall back', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	for (const days of ['7', '365', '31', "'", '']) {
		const { status, text } = await operator.get(`/admin/overview?days=${encodeURIComponent(days)}`)
		const learning = await operator.get(`/admin/overview?view=learning&days=${encodeURIComponent(days)}`)
		expect([status, text.includes('No sales in this period.'), learning.text.includes('No lessons were opened in this period')]).toEqual([
			200,
			true,
			true,
		])
		const shown = ['7', '365'].includes(days) ? days : '7'
		expect(text).toMatch(new RegExp(`<a aria-current="page"[^>]* href="/admin/overview\\?days=${shown}"`))
		expect(text.match(/aria-current="page"[^>]* href="\/admin\/overview\?/g)).toHaveLength(2)
		// The tabs and the periods keep each other.
		expect(learning.text).toMatch(new RegExp(`<a aria-current="page"[^>]* href="/admin/overview\\?days=${shown}&amp;view=learning"`))
	}
})

async function sell(wire: Wire, cents: number, paidAt: Date, more: object = {}): Promise<string> {
	const order = await makeOrder(wire.deps)
	await wire.deps.db
		.updateTable('orders')
		.set({ status: 'paid', total_cents: cents, subtotal_cents: 4700, discount_cents: 4700 - cents, paid_at: paidAt, ...more })
		.where('id', '=', order.id)
		.execute()
	return order.id
}

test('each total shows its change from the previous period, by days and by month', async () => {
	const wire = await startWire()
	const year = wire.clock.now().getUTCFullYear() + 1
	const at = (day: string) => new Date(`${year}-${day}T12:00:00Z`)
	wire.clock.advance(at('10-20').getTime() - wire.clock.now().getTime())
	const operator = await openConsoleAs(wire, 'operator')
	for (const day of ['08-01', '09-05', '09-25', '10-01', '10-19', '10-20']) await sell(wire, day === '08-01' ? 3700 : 4700, at(day))
	const money = async (query: string) => {
		const { text } = await getCounted(wire, operator, `/admin/overview?${query}`)
		expect(text).toMatch(new RegExp(`<a aria-current="page"[^>]* href="/admin/overview\\?${query}"`))
		return [text, figuresOf(text)] as const
	}
	const [month, ofMonth] = await money('month=this')
	expect(ofMonth).toEqual(['$141.00 up 200% from $47.00', '$141.00 up 200% from $47.00', '3 up 200% from 1', '$0.00 No change'])
	expect(month).toContain(`Oct 1 – 20, ${year} (today until 8:00 AM), compared with all of Sep 1 – 20, ${year}`)
	expect(month).toMatch(/<td data-label="Sales"[^>]* class="number"/)
	const [last, ofLast] = await money('month=last')
	expect(ofLast).toEqual(['$94.00 up 154% from $37.00', '$94.00 up 154% from $37.00', '2 up 100% from 1', '$0.00 No change'])
	expect(last).toContain(`Sep 1 – 30, ${year}, compared with Aug 1 – 31, ${year}`)
	const funnel = (await getCounted(wire, operator, '/admin/overview/funnel?month=last')).text
	expect(rowsOf(funnel, 'Orders').map(([name, , , , change]) => [name, change])).toContainEqual([
		'Paid',
		'▲up 100% from 1 in the previous period',
	])
	// There are no figures for the previous year.
	const [ofYear, figuresOfYear] = await money('days=365')
	expect(ofYear).toContain('There’s no complete earlier period to compare it with yet')
	expect(figuresOfYear).toEqual(['$272.00', '$272.00', '6', '$0.00'])
	expect((await getCounted(wire, operator, '/admin/overview.csv?month=last')).text).toContain('money,usd orders,2')
})

test('a period in which everything paid was refunded says so, instead of that nothing was paid', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const at = daysAgo(wire, 2)
	const paid = await sell(wire, 4700, at, { user_id: null, discount_code: null })
	const refund = { provider_refund_id: 're_1', order_id: paid, provider_payment_id: 'pi_1', amount_cents: 4700 }
	await wire.deps.db
		.insertInto('refunds')
		.values({ ...refund, status: 'succeeded', created_at: at, as_of: at })
		.execute()
	const { text } = await getCounted(wire, operator, '/admin/overview?days=7&chart=net-sales')
	expect([text.includes('Each day’s refunds equal its sales.'), text.includes('No payments or refunds')]).toEqual([true, false])
})

test('revenue, codes and conversion cover the period, and complimentary access isn’t counted as a sale', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { db } = wire.deps
	const buyer = await person(wire, daysAgo(wire, 3))
	await person(wire, daysAgo(wire, 3))
	await person(wire, daysAgo(wire, 31))
	await did(wire, buyer, { kind: 'section', key: `1/${FIRST?.id}`, at: daysAgo(wire, 2) })
	await did(wire, buyer, { kind: 'module', key: '1', at: daysAgo(wire, 2) })
	const paid = await sell(wire, 4700, daysAgo(wire, 2), { user_id: buyer, discount_code: null })
	await sell(wire, 3760, daysAgo(wire, 29), { user_id: null, discount_code: 'LAUNCH1' })
	await sell(wire, 4700, daysAgo(wire, 31), { user_id: null, discount_code: null })
	await sell(wire, 0, daysAgo(wire, 1), { user_id: null, provider: 'operator', discount_code: null })
	await db
		.insertInto('refunds')
		.values({
			provider_refund_id: 're_1',
			order_id: paid,
			provider_payment_id: 'pi_1',
			amount_cents: 1000,
			status: 'succeeded',
			created_at: daysAgo(wire, 1),
			as_of: daysAgo(wire, 1),
		})
		.execute()

	const { text } = await getCounted(wire, operator, '/admin/overview?days=30')
	expect(figuresOf(text)).toEqual(['$84.60', '$74.60', '2', '$10.00'])
	expect(rowsOf(text, 'By product')).toEqual([[loadedContent.offers[0]?.productName, '2', '$84.60', '$10.00', '$74.60', '100%']])
	expect(text).toMatch(new RegExp(`<a href="/admin/orders\\?product=${loadedContent.offers[0]?.code}&amp;from=[-\\d]+&amp;to=[-\\d]+"`))
	expect(new Set(rowsOf(text, 'By code').map((row) => row.join(' ')))).toEqual(
		new Set(['LAUNCH1 1 $9.40 $37.60 $0.00 $37.60', 'without a code 1 $0.00 $47.00 $10.00 $37.00']),
	)
	const week = await getCounted(wire, operator, '/admin/overview?days=7')
	expect(week.text).toMatch(/Active codes not used in this period: \d+[^]*LAUNCH1/)
	const funnel = async () => (await getCounted(wire, operator, '/admin/overview/funnel?days=30')).text
	expect(rowsOf(await funnel(), 'From account to purchase')).toEqual([
		['Created an account', '2', '–', '–'],
		['Opened a lesson', '1', '50%', '50%'],
		['Finished the first module', '1', '100%', '50%'],
		['Opened a checkout', '1', '–', '50%'],
		['Paid', '1', '100%', '50%'],
		['Fully refunded', '0', '0%', '0%'],
	])
	// A learner who gets a console role no longer counts.
	await changeAccount(systemContext(wire.deps, 'test'), buyer, { app_metadata: { role: 'support' } })
	expect(rowsOf(await funnel(), 'From account to purchase')[0]).toEqual(['Created an account', '1', '–', '–'])
	await changeAccount(systemContext(wire.deps, 'test'), buyer, { app_metadata: { role: null } })
	const file = await getCounted(wire, operator, '/admin/overview.csv?days=30')
	expect(file.headers.get('content-disposition')).toBe('attachment; filename="overview-30-days.csv"')
	expect(file.text.split('\r\n')).toEqual(
		expect.arrayContaining(['money,usd orders,2', 'money,usd paid,84.60', 'Learners and answers,"Active learners, last 30 days",1']),
	)
	expect(figuresOf((await getCounted(wire, operator, '/admin/overview?days=365')).text)).toEqual(['$131.60', '$121.60', '3', '$10.00'])
})

test('active learners are those with progress since the UTC day a week or 30 days ago began', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const startOf = (days: number) => (Math.floor(wire.clock.now().getTime() / DAY_MS) - days) * DAY_MS
	for (const at of [startOf(7), startOf(7) - 1, startOf(30), startOf(30) - 1])
		await did(wire, await person(wire, daysAgo(wire, 40)), { kind: 'section', key: `1/${FIRST?.id}`, at: new Date(at) })
	// The team reads the course, too.
	await did(wire, operator.userId, { kind: 'section', key: `1/${FIRST?.id}`, at: new Date(startOf(7)) })
	const { text } = await getCounted(wire, operator, '/admin/overview.csv?days=30')
	expect(text.split('\r\n')).toEqual(
		expect.arrayContaining([
			'Learners and answers,"Active learners, last 7 days",1',
			'Learners and answers,"Active learners, last 30 days",3',
		]),
	)
})

test('each product has its own row and chart, even if no longer sold', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await sell(wire, 3000, daysAgo(wire, 2))
	await sell(wire, 1000, daysAgo(wire, 3), { product_code: 'former', product_name: 'Spring course' })
	await sell(wire, 500, daysAgo(wire, 40), { product_code: 'former', product_name: 'Its first name', created_at: daysAgo(wire, 40) })
	const { text } = await getCounted(wire, operator, '/admin/overview')
	const name = loadedContent.offers[0]?.productName
	expect(rowsOf(text, 'By product')).toEqual([
		[name, '1', '$30.00', '$0.00', '$30.00', '75%'],
		['Spring course', '1', '$10.00', '$0.00', '$10.00', '25%'],
	])
	expect(cardsOf(text).slice(-2)).toEqual([`${name} $30.00`, 'Spring course $10.00'])
	const soldIn = (page: string, caption: string) =>
		rowsOf(page, `${caption} per day`).flatMap(([, amount]) => (amount === '$0.00' ? [] : [amount]))
	expect(soldIn(text, name ?? '')).toEqual(['$30.00'])
	const chosen = await operator.get('/admin/overview?product=product-former-usd')
	expect(soldIn(chosen.text, 'Spring course')).toEqual(['$10.00'])
	expect((await getCounted(wire, operator, '/admin/overview.csv')).text).toContain('"Spring course, usd paid",10.00')
})

test('a former product with the name of a product sold now is told apart by its code', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const name = loadedContent.offers[0]?.productName ?? ''
	await sell(wire, 3000, daysAgo(wire, 2))
	await sell(wire, 1000, daysAgo(wire, 3), { product_code: 'spring', product_name: name })
	const { text } = await getCounted(wire, operator, '/admin/overview')
	expect(rowsOf(text, 'By product').map(([product, , paid]) => [product, paid])).toEqual([
		[name, '$30.00'],
		[`${name} (spring)`, '$10.00'],
	])
})

test.each([
	{ opened: 4, wentOn: 0, isShown: false },
	{ opened: 5, wentOn: 5, isShown: false },
	{ opened: 5, wentOn: 2, isShown: true },
])('a section opened by $opened and continued by $wentOn is shown as a drop-off: $isShown', async ({ opened, wentOn, isShown }) => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const at = daysAgo(wire, 1)
	const lessonId = FIRST?.lessonId ?? SECOND?.lessonId ?? ''
	const place = FIRST?.lessonId ? FIRST : SECOND
	const next = taughtModule(1).sections[taughtModule(1).sections.findIndex(({ id }) => id === place?.id) + 1]
	const lesson = readLesson(1, lessonId)
	if (!lesson) throw new Error('no lesson')
	const wrong = lesson.quiz.map(({ correct }, index) => (index === 1 ? correct : (correct + 1) % 2))
	for (let count = 0; count < opened; count += 1) {
		const id = await person(wire, at)
		await did(wire, id, { kind: 'section', key: `1/${place?.id}`, at })
		await did(wire, id, { kind: 'reading', key: `1/${place?.id}`, at, done: false, detail: { block: 3, of: 10, seconds: 9 } })
		if (count < wentOn) await did(wire, id, { kind: 'section', key: `1/${next?.id}`, at })
		if (count === 0)
			await wire.deps.db
				.insertInto('lesson_quiz_attempts')
				.values({
					user_id: id,
					attempt_id: randomUUID(),
					module_id: 1,
					lesson_id: lessonId,
					answers: JSON.stringify(wrong),
					score: 1,
					total: wrong.length,
					attempted_at: at,
				})
				.execute()
	}
	const { text } = await getCounted(wire, operator, '/admin/overview?view=learning')
	expect(text.includes(`${encodeURIComponent(`course/module-1/lessons/${lessonId}.md`)}" data-discover="true">Edit this lesson</a>`)).toBe(
		isShown,
	)
	expect(text.replaceAll(/\s+/g, ' ').includes(`${opened - wentOn} of ${opened} people who opened it`)).toBe(isShown)
	if (!isShown) return
	expect(rowsOf(text, 'Where they stopped reading')[3]).toEqual(['30 to 40%', '5 100%'])
	expect(
		rowsOf(text, 'Questions they got wrong')
			.map(([, figure]) => figure)
			.at(-1),
	).toBe('0 of 1 0%')
	expect(rowsOf(text, 'Lessons by drop-off')[0]?.slice(1)).toEqual(['Module 1', '5', '2', '60%', 'Edit'])
})
