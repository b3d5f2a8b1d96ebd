import { expect, test } from 'vitest'

import { hoursAgo, NOW, readPage } from '#tests/setup/read-page.tsx'

import ApplicationsPage from './inbox/applications.tsx'
import EarlyAccessPage from './inbox/early-access.tsx'
import FeedbackPage from './inbox/feedback.tsx'
import TicketsPage from './inbox/tickets.tsx'
import LearnersPage from './learners/learners.tsx'
import OrdersPage from './orders/orders.tsx'
import SubscribersPage from './subscribers/subscribers.tsx'

// All values differ, so that the test notices one in the wrong column.

const view = { list: 'x', hidden: [], order: [], saved: [], bulk: [], pageRows: 50 }
const list = { view, sort: '-none', next: null, total: null, isRefused: false }
const ORDER = '01890000-0000-7000-8000-00000a1b2c3d'
const order = {
	id: ORDER,
	created_at: hoursAgo(61),
	paid_at: hoursAgo(60),
	email: 'ana@example.test',
	buyer_name: 'Ana Lee',
	product_name: 'Digital Income',
	discount_code: 'SOON',
	status: 'paid',
	livemode: false,
	provider: 'stripe',
	currency: 'usd',
	refunded_cents: 500,
	total_cents: 9900,
}

test('orders', () => {
	const { tables, texts } = readPage(OrdersPage, {
		...list,
		sums: {
			isMore: false,
			orders: 9,
			unpaid: 2,
			free: 1,
			tests: 3,
			currencies: [{ currency: 'usd', total: 9000, paid: 8000, refunded: 500 }],
		},
		hidden: 4,
		filters: { typed: '', state: null, product: null, coupon: null, from: '', to: '' },
		products: [],
		codes: [],
		orders: [
			order,
			{
				...order,
				id: ORDER.replace('3d', '4e'),
				paid_at: null,
				email: null,
				buyer_name: null,
				discount_code: null,
				refunded_cents: null,
				livemode: true,
				status: 'pending',
				total_cents: 700,
			},
		],
	})
	expect(tables).toEqual({
		Orders: [
			'When </admin/page?sort=-created> | Order | Buyer | Product | Coupon | Status | Total </admin/page?sort=-total>',
			`Nov 29, 12:00 AM | 0A1B2C3D </admin/orders/${ORDER}> | ana@example.test Ana Lee | Digital Income | SOON | [paid, good] test $5.00 refunded | $99.00`,
			'Nov 28, 11:00 PM | 0A1B2C4E </admin/orders/01890000-0000-7000-8000-00000a1b2c4e> | no address | Digital Income | – | [pending, calm] | $7.00',
		],
	})
	expect(texts.at(-2)).toBe(
		'6 paid orders, 1 with free access, 2 unpaid checkouts · $80.00 paid, $5.00 refunded or lost to disputes, $75.00 net, without 3 test orders 4 with free access are hidden · Show </admin/orders?state=all>',
	)
})

test('learners', () => {
	const { tables } = readPage(LearnersPage, {
		...list,
		typed: '',
		filters: { progress: '', course: '', product: '', tag: '', job: '', access: '', from: '', to: '' },
		courses: [],
		products: [],
		states: [
			['none', 'Not started'],
			['stalled', 'Stalled'],
			['done', 'Finished'],
		],
		tags: [],
		days: 14,
		lessons: 40,
		learners: [
			{
				id: 'u1',
				email: 'ana@example.test',
				phone: null,
				name: 'Ana Lee',
				is_banned: true,
				created_at: hoursAgo(500),
				last_sign_in_at: hoursAgo(20),
				access: 'open',
				ends_at: hoursAgo(-100),
				tags: ['VIP', 'B', 'C', 'D', 'E'],
				last_active_at: hoursAgo(48),
				finished: 7,
			},
			{
				id: 'u-2-34567890',
				email: null,
				phone: '+1555',
				name: null,
				is_banned: false,
				created_at: hoursAgo(600),
				last_sign_in_at: null,
				access: 'unclaimed',
				ends_at: null,
				tags: [],
				last_active_at: null,
				finished: 0,
			},
		],
	})
	expect(tables).toEqual({
		Learners: [
			'Learner | Email </admin/page?sort=email> | Account since </admin/page?sort=-created> | Last signed in </admin/page?sort=-seen> | Access | Tags | Last activity </admin/page?sort=-active> | Progress </admin/page?sort=-progress>',
			'Ana Lee </admin/learners/u1> [banned, bad] | ana@example.test | Nov 10 | Nov 30, 4:00 PM | [has access, good] Ends Dec 5 | VIP </admin/learners?tag=VIP>, B </admin/learners?tag=B>, C </admin/learners?tag=C> +2 | Nov 29 | 7 of 40 lessons',
			'+1555 </admin/learners/u-2-34567890> | – | Nov 6 | – | [has access, good] not signed in yet | – | – | –',
		],
	})
})

test('tickets', () => {
	const { tables } = readPage(TicketsPage, {
		...list,
		filters: { typed: '', state: 'open', category: '' },
		replyStatistics: 'We answer.',
		now: NOW,
		tickets: [
			{
				id: 't1',
				subject: 'No access',
				category: 'privacy',
				name: 'Ana Lee',
				email: 'ana@example.test',
				due_at: hoursAgo(-5),
				answered_at: null,
				status: 'open',
				assignee: 'bo@example.test',
				created_at: hoursAgo(9),
			},
			{
				id: 't2',
				subject: 'Invoice',
				category: 'terms',
				name: 'Bo',
				email: 'bo@example.test',
				due_at: hoursAgo(5),
				answered_at: null,
				status: 'open',
				assignee: null,
				created_at: hoursAgo(10),
			},
		],
	})
	expect(tables).toEqual({
		Tickets: [
			'Ticket | From | Answer due </admin/page?sort=due> | Assigned to | Received </admin/page?sort=-received>',
			'No access </admin/tickets/t1>[Privacy, calm] | Ana Lee ana@example.test | [due in 5 h, warn] Dec 1, 5:00 PM | bo@example.test | Dec 1, 3:00 AM',
			'Invoice </admin/tickets/t2>[Terms, calm] | Bo bo@example.test | [5 h late, bad] Dec 1, 7:00 AM | – | Dec 1, 2:00 AM',
		],
	})
})

test('applications', () => {
	const { tables } = readPage(ApplicationsPage, {
		...list,
		space: { used: 5_000_000, most: 90_000_000 },
		applications: [
			{
				id: 'p1',
				name: 'Ana Lee',
				email: 'ana@example.test',
				position: 'Tutor',
				status: 'new',
				created_at: hoursAgo(8),
				size_bytes: 52_000,
			},
			{ id: 'p2', name: 'Bo', email: 'bo@example.test', position: 'Editor', status: 'closed', created_at: hoursAgo(9), size_bytes: null },
		],
	})
	expect(tables).toEqual({
		Applications: [
			'Name | Email | Position | Status | Received </admin/page?sort=-created> | File',
			'Ana Lee </admin/applications/p1> | ana@example.test | Tutor | [new, warn] | Dec 1, 4:00 AM | 52 kB',
			'Bo </admin/applications/p2> | bo@example.test | Editor | [closed, calm] | Dec 1, 3:00 AM | –',
		],
	})
})

test('early access', () => {
	const { tables } = readPage(EarlyAccessPage, {
		...list,
		modules: [
			{ moduleId: 8, title: 'Sell', waiting: 12, due: 3 },
			{ moduleId: 9, title: null, waiting: 5, due: 0 },
		],
		requests: [
			{
				id: 'q1',
				email: 'ana@example.test',
				module_id: 8,
				has_account: true,
				created_at: hoursAgo(30),
				notified_at: hoursAgo(2),
				due_at: hoursAgo(4),
			},
			{
				id: 'q2',
				email: 'bo@example.test',
				module_id: 9,
				has_account: false,
				created_at: hoursAgo(31),
				notified_at: null,
				due_at: hoursAgo(1),
			},
		],
	})
	expect(tables).toEqual({
		'Modules people are waiting for': ['Module | Waiting | Emails queued | Announce', '8: Sell | 12 | 3 | ', '9 | 5 | 0 | No lessons yet'],
		Requests: [
			'Email | Module | Has account | Requested </admin/page?sort=-created> | Emailed',
			'ana@example.test | 8 | yes | Nov 30, 6:00 AM | Dec 1, 10:00 AM',
			'bo@example.test | 9 | no | Nov 30, 5:00 AM | queued',
		],
	})
})

test('feedback', () => {
	const { tables } = readPage(FeedbackPage, {
		...list,
		feedback: [
			{
				id: 'f1',
				module: 'Start',
				is_helpful: true,
				suggestion: 'More examples',
				user_id: 'u1',
				email: 'ana@example.test',
				created_at: hoursAgo(3),
			},
			{ id: 'f2', module: 'Sell', is_helpful: false, suggestion: null, user_id: null, email: null, created_at: hoursAgo(4) },
		],
	})
	expect(tables).toEqual({
		Feedback: [
			'Module | Helpful | Suggestion | From | When </admin/page?sort=-created>',
			'Start | [yes, good] | More examples | ana@example.test </admin/learners/u1> | Dec 1, 9:00 AM',
			'Sell | [no, warn] | – | a visitor | Dec 1, 8:00 AM',
		],
	})
})

test('subscribers', () => {
	const { tables } = readPage(SubscribersPage, {
		...list,
		filters: { typed: '', state: '', isCounted: '', segment: {} },
		states: ['pending', 'confirmed'],
		choices: [],
		counts: { pending: 5, confirmed: 1200 },
		growth: { confirmed: 1200, days: 30, began: { now: 1, before: 1 }, ended: { now: 1, before: 1 } },
		isOperator: true,
		subscribers: [
			{
				id: 's1',
				email: 'ana@example.test',
				status: 'confirmed',
				coversNewsletters: false,
				requested: { at: hoursAgo(100), isDay: false },
				source: 'pop-up',
				confirmed: { at: hoursAgo(90), isDay: true },
				addedAt: hoursAgo(80),
			},
		],
	})
	expect(tables).toEqual({
		Subscribers: [
			'Address </admin/page?sort=email> | Status | Requested | Source | Confirmed | Added </admin/page?sort=-added>',
			'ana@example.test </admin/subscribers/s1> | [confirmed, good] no newsletters | Nov 27, 8:00 AM | pop-up | Nov 27 | Nov 28, 4:00 AM',
		],
	})
})
