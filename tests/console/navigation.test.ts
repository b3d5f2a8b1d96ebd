import { expect, test } from 'vitest'

import { findPagesAbove } from '#server/console/shell/navigation.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { ROUTE_TABLE } from './route-table.ts'

/** Navigation entry for each first path segment after /admin, or the first two. */
const ENTRIES: Record<string, string | null> = {
	account: null,
	bulk: null,
	today: 'Today',
	search: null,
	overview: 'Overview',
	orders: 'Orders',
	coupons: 'Coupons',
	invoices: 'Invoices',
	payouts: 'Invoices',
	'learner-imports': 'Learners',
	learners: 'Learners',
	tickets: 'Inbox',
	answers: 'Inbox',
	feedback: 'Inbox',
	'early-access': 'Inbox',
	applications: 'Inbox',
	privacy: 'Inbox',
	messages: 'Email log',
	sms: 'Email log',
	suppressions: 'Email log',
	subscribers: 'Subscribers',
	imports: 'Subscribers',
	newsletter: 'Emails',
	audiences: 'Emails',
	lifecycle: 'Emails',
	course: 'Course',
	content: 'Pages &amp; articles',
	'content/publish': 'Publish',
	'content/releases': 'Publish',
	settings: 'Settings',
	media: 'Media',
	'*': null,
	health: 'Health',
	checklist: 'Health',
	actions: 'Activity log',
}

test.each([
	['/admin/orders', []],
	['/admin/orders/1', ['Orders']],
	['/admin/applications', []],
	['/admin/applications/1', ['Applications']],
	['/admin/payouts', ['Invoices']],
	['/admin/payouts/1', ['Invoices', 'Payouts']],
	['/admin/settings/brand', ['Settings']],
	['/admin/settings/brand/logo', ['Settings', 'Brand']],
	['/admin/search', []],
	['/admin/content/publish', []],
	['/admin/content/releases', ['Publish']],
	['/admin/content/file', ['Pages & articles']],
])('the breadcrumbs of %s are %o', (pathname, labels) => {
	expect(findPagesAbove(pathname).map(({ label }) => label)).toEqual(labels)
})

test.each([
	['/admin/content/new/offer', ['Prices']],
	['/admin/content/history?path=offers.json', ['Prices']],
	['/admin/content/history?path=course%2Fcourse.json', ['Course']],
])('the page %s has breadcrumbs %o', async (address, labels) => {
	const { text } = await (await openConsoleAs(await startWire(), 'operator')).get(address)
	const crumbs = /<nav aria-label="Breadcrumb">([^]*?)<\/nav>/.exec(text)?.[1] ?? ''
	expect([...crumbs.matchAll(/<a[^>]*>([^<]*)</g)].map(([, label]) => label)).toEqual(labels)
})

test('an unknown URL below /admin shows a console page with navigation and a link back', async () => {
	const { status, text } = await (await openConsoleAs(await startWire(), 'support')).get('/admin/nothing/here')
	expect([status, text.includes('We can’t find that page.')]).toEqual([404, true])
	expect(text).toContain('<h1>Page not found</h1>')
	expect(text).toMatch(/<nav aria-label="Console">[^]*<a href="\/admin\/today">Go to Today</)
})

test('a URL with a trailing slash leads to the page without it', async () => {
	const support = await openConsoleAs(await startWire(), 'support')
	const { status, to } = await support.get('/admin/orders/?state=paid')
	expect([status, to]).toEqual([301, expect.stringMatching(/\/admin\/orders\?state=paid$/)])
	expect((await support.get('/admin/orders/%00/')).status).toBe(301)
})

test('the navigation marks one entry on every page, and none on the search page', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const wrong: string[] = []
	const seen = new Set<string>()
	for (const { method, path, least } of ROUTE_TABLE) {
		if (method !== 'GET' || least === 'anyone') continue
		const { text } = await operator.get(path.replaceAll(/:\w+/g, 'none'))
		const navigation = /<nav aria-label="Console">([^]*?)<\/nav>/.exec(text)?.[1]
		// Files and framed documents have no navigation.
		if (navigation === undefined) continue
		const parts = path.split('/').slice(2, 4)
		const area = parts.join('/') in ENTRIES ? parts.join('/') : (parts[0] ?? '')
		seen.add(area)
		const links = navigation.matchAll(/<a[^>]*aria-current="page"[^>]*>(?:<svg[^]*?<\/svg>)?([^<]*)</g)
		// The phone's bar marks the same entry as the menu.
		const marked = [...new Set([...links].map(([, label]) => label))]
		const expected = ENTRIES[area] == null ? [] : [ENTRIES[area]]
		if (marked.join() !== expected.join()) wrong.push(`${path} marks ${marked.join(' and ') || 'nothing'}`)
	}
	expect(wrong).toEqual([])
	expect([...seen].toSorted()).toEqual(Object.keys(ENTRIES).toSorted())
})

test('the navigation shows the number of drafts to everyone who can publish', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const entry = async () =>
		/href="\/admin\/content\/publish"[^>]*>(?:<svg[^]*?<\/svg>)?([^]*?)<\/a>/.exec((await operator.get('/admin/today')).text)?.[1]
	expect(await entry()).toBe('Publish')
	const insert = (path: string, body: string | null, published: Date | null) =>
		wire.deps.db
			.insertInto('content_versions')
			.values({ path, body, origin: '', author_id: operator.userId, created_at: wire.clock.now(), published_at: published })
			.execute()
	await insert('site.json', 'first', wire.clock.now())
	await insert('site.json', 'second', null)
	await insert('offers.json', 'draft', null)
	expect(await entry()).toMatch(/^Publish<span class="[^"]*">2<span class="sr-only"> to publish<\/span>/)
	await insert('site.json', 'first', null)
	expect(await entry()).toMatch(/^Publish<span class="[^"]*">1</)
})
