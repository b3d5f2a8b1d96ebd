import { expect, test } from 'vitest'

import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const DAY_MS = 86_400_000

type Support = Awaited<ReturnType<typeof openConsoleAs>>
type Made = { count: number; began: number | null; ended?: number; added?: number }

/** Adds subscriptions that began and ended a number of days ago. */
async function add({ deps }: Wire, name: string, { count, began, ended, added = began ?? 0 }: Made) {
	const daysAgo = (days: number | null | undefined) =>
		days === null || days === undefined ? null : new Date(deps.now().getTime() - days * DAY_MS)
	const status = ended !== undefined ? ('unsubscribed' as const) : began === null ? ('pending' as const) : ('confirmed' as const)
	const times = {
		requested_at: deps.now(),
		confirmed_at: daysAgo(began),
		unsubscribed_at: daysAgo(ended),
		created_at: daysAgo(added) ?? deps.now(),
	}
	const rows = Array.from({ length: count }, (_, index) => ({
		email: `${name}${index}@example.test`,
		source: 'blog' as const,
		status,
		...times,
	}))
	await deps.db.insertInto('newsletter_subscriptions').values(rows).execute()
}

/** Returns the figures above the list, with their change. */
async function readFigures(support: Support, query = ''): Promise<string[]> {
	const { text } = await support.get(`/admin/subscribers${query}`)
	const [, list = ''] = /<ul aria-label="Growth"[^>]*>(.*?)<\/ul>/s.exec(text) ?? []
	return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, html = '']) => html.replaceAll(/<[^>]*>/g, '').trim())
}

test('the list of subscribers compares who came and left in the last 30 days with the 30 days before', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	await add(wire, 'old', { count: 5, began: 70 })
	await add(wire, 'before', { count: 4, began: 45 })
	await add(wire, 'new', { count: 6, began: 10 })
	await add(wire, 'left', { count: 1, began: 70, ended: 29 })
	await add(wire, 'left-before', { count: 2, began: 70, ended: 31 })
	// Never confirmed, so nothing began or ended.
	await add(wire, 'asked', { count: 1, began: null })
	await add(wire, 'refused', { count: 1, began: null, ended: 3 })
	const figures = [
		'15 confirmed',
		'6 new in 30 days ▲up 50% from 4 in the previous period',
		'1 unsubscribed in 30 days ▼down 50% from 2 in the previous period',
	]
	expect([await readFigures(support), await readFigures(support, '?count=1')]).toEqual([figures, figures])
	// The figures are about the whole list.
	for (const query of ['?state=confirmed', '?source=blog', '?q=old']) expect(await readFigures(support, query)).toEqual([])
})

test('without a complete period before, or with more than a thousand, figures aren’t compared', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	expect(await readFigures(support)).toEqual([])
	await add(wire, 'new', { count: 2, began: 3 })
	await add(wire, 'before', { count: 1, began: 59 })
	expect(await readFigures(support)).toEqual(['3 confirmed', '2 new in 30 days', '0 unsubscribed in 30 days'])
	await add(wire, 'first', { count: 1, began: 61 })
	await add(wire, 'many', { count: 1000, began: 3 })
	expect(await readFigures(support)).toEqual(['1,000+ confirmed', '1,000+ new in 30 days', '0 unsubscribed in 30 days No change'])
})
