import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { systemContext } from '#server/services/context.ts'
import { createAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { makeOrder } from '#tests/factories/snapshot.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { getCounted, openConsoleAs } from './open-console.ts'
import { figuresOf, rowsOf } from './read-table.ts'

const { taughtModule } = loadedContent

const DAY_MS = 86_400_000
const [FIRST, SECOND] = taughtModule(1).sections
const SOURCES = { 'www.google.com': 'google', 't.co': 'x', '': 'direct', 'somewhere.example': 'other' } as const
const HOSTS = Object.keys(SOURCES) as (keyof typeof SOURCES)[]

/** Returns a seeded random number generator. */
function dice(seed: number) {
	let state = seed
	return (sides: number) => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
		return Math.floor((state / 0x7fffffff) * sides) % sides
	}
}

type Person = { at: Date; host: keyof typeof SOURCES; far: number; code: string | null; isLate: boolean }

/**
 * Generates a month of people, each with the last step they reached, from visit (1) to refund (8). Every tenth person did all of
 * it a month earlier.
 */
function inventMonth(end: Date): Person[] {
	const roll = dice(14)
	return Array.from({ length: 60 }, (_, index) => {
		const isLate = index % 10 === 9
		const at = new Date(end.getTime() - (isLate ? 40 : 2 + roll(25)) * DAY_MS)
		return { at, host: HOSTS[roll(HOSTS.length)] ?? '', far: 1 + roll(8), code: roll(2) === 0 ? 'LAUNCH1' : null, isLate }
	})
}

async function visit({ request }: Wire, step: string, host: string) {
	const headers = { 'content-type': 'application/json', 'user-agent': 'Firefox/140.0' }
	await request('/api/visits', { method: 'POST', headers, body: JSON.stringify({ step, ...(host && { host }) }) })
}

const did = ({ deps }: Wire, userId: string, { kind, key, at }: { kind: 'section' | 'module'; key: string; at: Date }) =>
	deps.db
		.insertInto('progress_entries')
		.values({ user_id: userId, kind, key, done: true, changed_at: at, stored_at: at, first_stored_at: at, first_changed_at: at })
		.execute()

async function buy({ deps: { db }, deps }: Wire, { at, code, far }: Person, userId: string) {
	const { id } = await makeOrder(deps)
	const cents = code === null ? 4700 : 3760
	const paid = far >= 7 ? { status: far >= 8 ? ('refunded' as const) : ('paid' as const), paid_at: at } : {}
	const terms = { total_cents: cents, subtotal_cents: 4700, discount_cents: 4700 - cents, discount_code: code }
	await db
		.updateTable('orders')
		.set({ user_id: userId, created_at: at, ...terms, ...paid })
		.where('id', '=', id)
		.execute()
	if (far < 8) return
	const refund = { provider_refund_id: `re_${id}`, order_id: id, provider_payment_id: `pi_${id}`, amount_cents: cents }
	await db
		.insertInto('refunds')
		.values({ ...refund, status: 'succeeded', created_at: at, as_of: at })
		.execute()
}

async function live(wire: Wire, person: Person) {
	const { at, host, far } = person
	const { db } = wire.deps
	await visit(wire, 'visit', host)
	if (far >= 2) await visit(wire, 'quiz', host)
	const email = `${randomUUID()}@example.com`
	if (far >= 3)
		await db
			.insertInto('newsletter_subscriptions')
			.values({ email, source: 'blog', status: 'confirmed', requested_at: at, confirmed_at: at })
			.execute()
	if (far < 4) return
	await visit(wire, 'signup', host)
	const { id } = await createAccount(systemContext(wire.deps, 'test'), { email, email_confirm: true })
	await db.updateTable('auth.users').set({ created_at: at }).where('id', '=', id).execute()
	await did(wire, id, { kind: 'section', key: `1/${FIRST?.id}`, at })
	if (far < 5) return
	await did(wire, id, { kind: 'section', key: `1/${SECOND?.id}`, at })
	await did(wire, id, { kind: 'module', key: '1', at })
	if (far < 6) return
	await visit(wire, 'checkout', host)
	await buy(wire, person, id)
}

test('funnel, revenue and completion of a month equal the sums of its journeys', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const month = inventMonth(wire.clock.now())
	for (const person of month) {
		if (person.isLate) wire.clock.advance(-40 * DAY_MS)
		await live(wire, person)
		if (person.isLate) {
			await getCounted(wire, operator, '/admin/overview/funnel')
			wire.clock.advance(40 * DAY_MS)
		}
	}
	const inside = month.filter(({ isLate }) => !isLate)
	const reached = (far: number) => inside.filter((each) => each.far >= far).length

	const page = await getCounted(wire, operator, '/admin/overview/funnel')
	const share = (far: number) => `${Math.round((reached(far) / reached(far - 1)) * 100)}%`
	const count = (far: number) => String(reached(far))
	const ofCheckouts = `${Math.round((reached(8) / reached(6)) * 100)}%`
	expect(['Visitors who accepted cookies', 'Newsletter and accounts', 'Orders'].map((group) => rowsOf(page.text, group))).toEqual([
		[
			['Visit', count(1), '–', '–'],
			['Quiz finished', count(2), share(2), share(2)],
		],
		[
			['Newsletter subscription confirmed', count(3), '–', '–'],
			['Account created', count(4), '–', '–'],
			['First module finished', count(5), share(5), share(5)],
		],
		[
			['Checkout opened', count(6), '–', '–'],
			['Paid', count(7), share(7), share(7)],
			['Refunded, in full or in part', count(8), share(8), ofCheckouts],
		],
	])
	const file = (await getCounted(wire, operator, '/admin/overview/funnel.csv')).text
	expect(file).toContain(`funnel,Orders,Paid,${count(7)}`)
	expect(file).toMatch(/^accounts,created in the period,Created an account,\d+\r$/m)
	const bySource = HOSTS.map((host) => {
		const those = inside.filter((each) => each.host === host)
		return [SOURCES[host], ...[1, 2, 4, 6].map((far) => String(those.filter((each) => each.far >= far).length))]
	})
	const lines = (rows: string[][]) => new Set(rows.map((row) => row.join(' ')))
	expect(lines(rowsOf(page.text, 'By source'))).toEqual(lines(bySource))
	const byCode = (code: string | null) =>
		[6, 7, 8].map((far) => String(inside.filter((each) => each.code === code && each.far >= far).length))
	expect(Object.fromEntries(rowsOf(page.text, 'Orders by code').map(([name, ...counts]) => [name, counts]))).toEqual({
		LAUNCH1: byCode('LAUNCH1'),
		'without a code': byCode(null),
	})

	const cents = (those: readonly Person[]) => those.reduce((sum, { code }) => sum + (code === null ? 4700 : 3760), 0)
	const dollars = (sum: number) => `$${(sum / 100).toFixed(2)}`
	const [came, back] = [cents(inside.filter(({ far }) => far >= 7)), cents(inside.filter(({ far }) => far >= 8))]
	const overview = await getCounted(wire, operator, '/admin/overview')
	const figures = figuresOf(overview.text).map((figure) => figure?.split(' ')[0])
	expect(figures).toEqual([dollars(came), dollars(came - back), String(reached(7)), dollars(back)])
	const figuresFile = (await getCounted(wire, operator, '/admin/overview.csv')).text.split('\r\n')
	expect(figuresFile).toEqual(expect.arrayContaining([`opened,1/${FIRST?.id},${reached(4)}`, `continued,1/${FIRST?.id},${reached(5)}`]))
})

test.each([
	['?from=2026-02-30&to=2026-03-01', true],
	['?from=2026-03-02&to=2026-03-01', true],
	['?from=1900-01-01&to=2026-03-01', true],
	['?from=0000-01-01&to=0000-01-05', true],
	['?from=9999-12-01&to=9999-12-31', true],
	["?from=';--&to=%25", true],
	['?from=2026-03-01&to=2026-03-01', false],
	['', false],
])('the date range %s is refused: %s', async (query, isRefused) => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const { status, text } = await operator.get(`/admin/overview/funnel${query}`)
	expect([status, text.includes('Choose a start before the end'), rowsOf(text, 'Visitors who accepted cookies')[0]]).toEqual([
		200,
		isRefused,
		['Visit', '0', '–', '–'],
	])
	// The refused form keeps the typed values and shows the error at its field.
	if (isRefused) {
		const [field = ''] = /<input[^>]*name="from"[^>]*>/.exec(text) ?? []
		expect(field).toContain('aria-invalid="true"')
		expect(field).toContain(`value="${new URLSearchParams(query).get('from')?.replaceAll("'", '&#x27;')}"`)
	}
	const file = await operator.get(`/admin/overview/funnel.csv${query}`)
	expect([file.status, file.text.split('\r\n')[0]]).toEqual([200, 'part,name,step,figure'])
})
