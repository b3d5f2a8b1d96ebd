import { consolePaths } from '#contracts/console-paths.ts'

/** Maximum milliseconds for the slowest of a hundred responses. */
export const RESPONSE_LIMITS_MS = { list: 50, search: 50, overview: 500 } as const

export type BenchPage = { kind: keyof typeof RESPONSE_LIMITS_MS; name: string; path: string }

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const list = (name: string, path: string): BenchPage => ({ kind: 'list', name, path })

/**
 * Returns a list sorted by a column, ascending and descending.
 * @param path may include filters
 */
const sorted = (name: string, path: string, by: string): BenchPage[] =>
	[by, `-${by}`].map((sort) => list(`${name} by ${sort}`, `${path}${path.includes('?') ? '&' : '?'}sort=${sort}`))

const search = (name: string, typed: string, path: string = consolePaths.search): BenchPage => ({
	kind: 'search',
	name: `search ${name}`,
	path: `${path}?q=${encodeURIComponent(typed)}`,
})

const { orders, learners, tickets, subscribers, messages, invoices, coupons, media } = consolePaths

export const LIST_PAGES: readonly BenchPage[] = [
	list('today', consolePaths.today),
	list('orders', orders),
	list('orders, refunded', `${orders}?state=refunded`),
	list('orders, disputed', `${orders}?state=disputed`),
	...sorted('orders', orders, 'total'),
	...sorted('orders, paid,', `${orders}?state=paid`, 'total'),
	...sorted('orders, partially refunded,', `${orders}?state=partially_refunded`, 'created'),
	...['lifetime', 'never-sold'].flatMap((product) =>
		['', 'paid', 'disputed'].flatMap((state) => [
			list(`orders of product ${product}, ${state || 'all'}`, `${orders}?product=${product}&state=${state}`),
			...sorted(`orders of product ${product}, ${state || 'all'},`, `${orders}?product=${product}&state=${state}`, 'total'),
		]),
	),
	list('orders, complimentary', `${orders}?state=given`),
	list('orders, complimentary, ended', `${orders}?state=ended`),
	list('invoices', invoices),
	...sorted('invoices', invoices, 'total'),
	list('coupons', coupons),
	list('coupon of most orders', `${coupons}/POPULAR`),
	list('media', media),
	list('media, videos', `${media}?kind=video`),
	list('learners', learners),
	list('stalled learners', `${learners}?progress=stalled`),
	...sorted('learners', learners, 'email'),
	...sorted('learners', learners, 'seen'),
	...sorted('learners', learners, 'created'),
	...sorted('learners', learners, 'active'),
	...sorted('learners', learners, 'progress'),
	...['access=open', 'access=none', 'product=never-sold', 'progress=none', 'progress=active', 'progress=inactive', 'progress=done'].flatMap(
		(filter) => [
			...sorted(`learners, ${filter},`, `${learners}?${filter}`, 'created'),
			...sorted(`learners, ${filter},`, `${learners}?${filter}`, 'progress'),
		],
	),
	list('learners, joined a year ago', `${learners}?from=${daysAgo(372)}&to=${daysAgo(365)}&access=open`),
	...sorted('learners, joined a year ago,', `${learners}?from=${daysAgo(372)}&to=${daysAgo(365)}`, 'active'),
	list('inbox', tickets),
	list('inbox, answered', `${tickets}?state=answered`),
	list('inbox, closed, privacy', `${tickets}?state=closed&category=privacy`),
	...sorted('inbox, closed,', `${tickets}?state=closed`, 'received'),
	...sorted('inbox, open, terms,', `${tickets}?state=open&category=terms`, 'received'),
	list('applications', consolePaths.applications),
	list('feedback', consolePaths.feedback),
	list('early access', consolePaths.earlyAccess),
	list('saved replies', consolePaths.answers),
	list('privacy requests', consolePaths.privacy),
	list('messages', messages),
	list('messages, failed', `${messages}?failed=1`),
	list('messages, receipts', `${messages}?template=order.receipt`),
	...sorted('messages, failed,', `${messages}?failed=1`, 'created'),
	list('messages, never sent', `${messages}?template=order.refund`),
	list('text messages', consolePaths.sms),
	list('suppressed addresses', consolePaths.suppressions),
	list('subscribers', subscribers),
	list('subscribers, unsubscribed', `${subscribers}?state=unsubscribed`),
	list('subscribers who finished module 1', `${subscribers}?module=1`),
	list('subscribers who bought nothing', `${subscribers}?bought=no`),
	list('subscribers of the pop-up', `${subscribers}?source=popup`),
	list('subscribers by import', `${subscribers}?source=import`),
	list('subscribers by quiz', `${subscribers}?quiz=hustler:explorer`),
	list('subscribers, pending, who bought', `${subscribers}?state=pending&bought=yes`),
	...sorted('subscribers', subscribers, 'email'),
	...sorted('subscribers, pending,', `${subscribers}?state=pending`, 'email'),
	...sorted('subscribers who bought,', `${subscribers}?bought=yes`, 'email'),
	list('imports', consolePaths.imports),
	list('payouts', consolePaths.payouts),
	list('newsletter issues', consolePaths.newsletter),
	list('automatic emails', consolePaths.lifecycle),
	list('content', consolePaths.content),
	list('course', consolePaths.course),
	list('team', consolePaths.team),
	list('health', consolePaths.health),
	list('activity log', consolePaths.actions),
	list('activity log, one action', `${consolePaths.actions}?action=alert_closed`),
	list('activity log, an action that never happened', `${consolePaths.actions}?action=never_done`),
	list('activity log, one person', `${consolePaths.actions}?by=00000000-0000-4000-8000-000000000001`),
	list('activity log, one day', `${consolePaths.actions}?from=${daysAgo(200)}&to=${daysAgo(200)}`),
	list('activity log, one action on one day', `${consolePaths.actions}?action=alert_closed&from=${daysAgo(200)}&to=${daysAgo(200)}`),
	list('activity log, one person on one day', `${consolePaths.actions}?by=00000000-0000-4000-8000-000000000001&to=${daysAgo(200)}`),
	...sorted('activity log', consolePaths.actions, 'created'),
]

const TYPED: readonly (readonly [name: string, typed: string])[] = [
	['address', 'learner4711@'],
	['start of an address', 'learner47'],
	['one letter', 'l'],
	['first name', 'ada'],
	['last name', 'miller4711'],
	['telephone', '+1 555 0047'],
	['id', '00000000-0000-4000-8000-000000001267'],
	['last eight digits', '#00001267'],
	['start of an order number', '000012'],
	['end of an order number', '1267'],
	['half an ID', '00000000-0000-7000-80'],
	['checkout', 'cs_live_4711'],
	['end of a checkout', '4711'],
	['payment', 'pi_4713'],
	['refund', 're_4719'],
	['coupon', 'POPULAR'],
	['mail', '<4711@launchway.example>'],
	['nothing', 'matches no name'],
	['signs', `%_'"\\ \u{1F600}`],
	['10 kB', 'long '.repeat(2000)],
]

export const SEARCH_PAGES: readonly BenchPage[] = [
	...TYPED.flatMap(([name, typed]) => [search(name, typed), search(`in the palette: ${name}`, typed, consolePaths.find)]),
	...['learner47', 'ada', '1267', 'POPULAR'].map((typed) => search(`orders: ${typed}`, typed, orders)),
	...['learner47', 'ada', '1267', 'POPULAR'].map((typed) => ({
		...search(`orders: ${typed}`, typed, orders),
		name: `search refunded orders: ${typed}`,
		path: `${orders}?state=refunded&q=${typed}`,
	})),
	...['learner47', 'ada', 'miller4711', '+1 555 0047', 'no such person'].map((typed) => search(`learners: ${typed}`, typed, learners)),
	search('subscribers', 'reader47', subscribers),
	search('coupons', 'SPRING1', coupons),
	search('media', 'sunset 47', media),
	search('media: nothing', 'no picture', media),
	...['learner47', 'learner4711@mail.example', 'no such address'].map((address) => ({
		kind: 'search' as const,
		name: `search messages: ${address}`,
		path: `${messages}?address=${encodeURIComponent(address)}`,
	})),
	...['lifetime', 'never-sold'].map((product) => ({
		kind: 'search' as const,
		name: `search orders of product ${product}: ada`,
		path: `${orders}?product=${product}&q=ada`,
	})),
]

export const OVERVIEW_PAGES: readonly BenchPage[] = [
	...[7, 30, 90, 365].map((days) => ({
		kind: 'overview' as const,
		name: `overview, ${days} days`,
		path: `${consolePaths.overview}?days=${days}`,
	})),
	{ kind: 'overview', name: 'overview, 365 days, CSV', path: `${consolePaths.overviewFile}?days=365` },
	{ kind: 'overview', name: 'funnel, 30 days', path: consolePaths.funnel },
	{
		kind: 'overview',
		name: 'funnel, two years',
		path: `${consolePaths.funnel}?from=${daysAgo(725)}`,
	},
]
