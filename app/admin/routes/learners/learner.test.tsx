import { expect, test } from 'vitest'

import { hoursAgo, readPage } from '#tests/setup/read-page.tsx'

import LearnerPage from './learner.tsx'

const ID = '01890000-0000-7000-8000-00000000beef'
const ORDER = '01890000-0000-7000-8000-00000a1b2c3d'
const courses = [
	{ id: 'c1', title: 'Course A', access: 'active', endsAt: hoursAgo(-700), alsoOpens: ['Bonus B'] },
	{ id: 'c2', title: 'Course B', access: 'ended', endsAt: hoursAgo(60), alsoOpens: [] },
]
const learner = {
	id: ID,
	name: 'Ana Lee',
	email: 'ana@example.test',
	phone: '+15551234',
	isVerified: false,
	access: 'active',
	endsAt: hoursAgo(-800),
	isUnclaimed: false,
	createdAt: hoursAgo(500),
	role: 'support',
	bannedUntil: hoursAgo(-9000),
	erasesAt: hoursAgo(-90),
	isSelf: false,
	factors: ['passkey', 'authenticator'],
	courses,
}
const order = {
	id: ORDER,
	created_at: hoursAgo(61),
	paid_at: hoursAgo(60),
	email: 'ana@example.test',
	product_name: 'Digital Income',
	discount_code: 'SOON',
	status: 'paid',
	livemode: false,
	provider: 'stripe',
	currency: 'usd',
	refunded_cents: 500,
	total_cents: 9900,
}
const loaded = {
	learner,
	orders: [order],
	withAccess: [{ id: ORDER, product: 'Digital Income' }],
	held: [],
	noteLength: 500,
	story: [],
	seenAt: hoursAgo(3),
	paid: [
		{ currency: 'usd', cents: 9900, isTest: false },
		{ currency: 'eur', cents: 500, isTest: true },
	],
	tags: { own: ['VIP'], all: ['VIP', 'Spring'] },
	notes: { rows: [{ id: 'k1', body: 'Called.', author: 'bo@example.test', created_at: hoursAgo(40) }], total: 1200 },
	progress: {
		courses: [
			{ title: 'Course A', read: 5, sections: 8 },
			{ title: 'Course B', read: 0, sections: 6 },
		],
		modules: [{ module: 1, name: 'Start', opened: 7, read: 5, sections: 8, checks: 2 }],
	},
	sessions: [
		{ id: 's1', device: 'Firefox on Linux', createdAt: hoursAgo(30), usedAt: hoursAgo(2), isProven: true },
		{ id: 's2', device: 'Safari on iPhone', createdAt: hoursAgo(31), usedAt: hoursAgo(4), isProven: false },
	],
	correspondence: {
		tickets: [{ id: 't1', subject: 'No access', isVerified: false, created_at: hoursAgo(11), status: 'open' }],
		maxTickets: 1,
		emails: [{ id: 'e1', subject: 'Receipt', created_at: hoursAgo(13), status: 'bounced' }],
	},
}
const withLearner = (more: object, rest: object = {}) => readPage(LearnerPage, { ...loaded, learner: { ...learner, ...more }, ...rest })

test('a learner’s page shows each fact about the account, and its lists', () => {
	const { facts, tables, texts, page } = readPage(LearnerPage, loaded)
	expect(facts).toEqual([
		'Total paid: $99.00, €5.00 (test)',
		'Last seen: Dec 1, 2026, 9:00 AM EST',
		'Course A: 5 of 8 lessons finished (62%) ▮62.5',
		'Email: ana@example.test [Email not confirmed, warn]',
		'Access to Course A: [has access, good] Ends Dec 30, 2026',
		'Access to Course B: [ended, calm] Nov 29, 2026',
		'Phone: +15551234',
		'Signed up: Nov 10, 2026, 4:00 PM EST',
		'Role in the console: support',
		'Ban: [banned, bad]',
		'Deletion: [requested, warn] due Dec 5, 2026, 6:00 AM EST',
		'Second factors and passkeys: passkey, authenticator',
		`Account ID: ${ID}`,
	])
	expect(tables).toEqual({
		Orders: [
			'When | Order | Product | Status | Total',
			`Nov 29, 12:00 AM | 0A1B2C3D </admin/orders/${ORDER}> | Digital Income | [paid, good] test $5.00 refunded | $99.00`,
		],
		Tickets: ['Ticket | Received | Status', 'No access </admin/tickets/t1> [Address not verified, warn] | Dec 1, 1:00 AM | [open, warn]'],
		Emails: ['Subject | When | Status', 'Receipt </admin/messages/e1> | Nov 30, 11:00 PM | [bounced, bad]'],
		'Progress by module': ['Module | Opened | Finished | Checks', 'Start | 7 of 8 | 5 of 8 | 2'],
		'Open sessions': [
			'Device | Signed in | Last used | Second factor',
			'Firefox on Linux | Nov 30, 6:00 AM | Dec 1, 10:00 AM | shown',
			'Safari on iPhone | Nov 30, 5:00 AM | Dec 1, 8:00 AM | –',
		],
	})
	expect(page.textContent).toContain('This learner is banned and can’t sign in.')
	for (const text of [
		'The 1 newest of 1,200.',
		'bo@example.test Nov 29, 2026, 8:00 PM EST',
		'Called.',
		'The 1 newest from this address. Search the inbox </admin/tickets?q=ana%40example.test>',
		'All emails to this address </admin/messages?address=ana%40example.test>',
	])
		expect(texts.join('\n')).toContain(text)
})

test('a learner without name, orders or progress', () => {
	const plain = {
		name: null,
		phone: null,
		role: null,
		bannedUntil: null,
		erasesAt: null,
		isVerified: true,
		factors: [],
		courses: [courses[0]],
	}
	const none = { tickets: [], emails: [], maxTickets: 1 }
	const rest = {
		orders: [],
		paid: [],
		seenAt: null,
		sessions: [],
		correspondence: none,
		notes: { rows: [], total: 0 },
		progress: { courses: [], modules: [] },
	}
	const { facts, texts } = withLearner(plain, rest)
	expect(facts).toEqual([
		'Total paid: nothing',
		'Last seen: never',
		'Progress: No lessons finished',
		'Email: ana@example.test',
		'Access: [has access, good] Ends Jan 3, 2027',
		'Signed up: Nov 10, 2026, 4:00 PM EST',
		'Second factors and passkeys: none',
		`Account ID: ${ID}`,
	])
	expect(texts).toEqual(
		expect.arrayContaining([
			'ana@example.test',
			'No orders yet.',
			'No tickets from this address.',
			'No emails.',
			'There are no modules.',
			'Not signed in anywhere.',
		]),
	)
	expect(texts).not.toContain('Notes')
	expect(withLearner({ name: null, email: null }).texts[0]).toBe('+15551234')
	expect(withLearner({ name: null, email: null, phone: null }).texts[0]).toBe('Learner 0000beef')
	const one = { courses: [courses[0]] }
	expect(withLearner(one, { progress: { courses: [{ title: 'A', read: 0, sections: 6 }], modules: [] } }).facts[2]).toBe(
		'Progress: 0 of 6 lessons finished (0%) ▮0.0',
	)
	expect(withLearner({ isUnclaimed: true, endsAt: hoursAgo(-800) }).facts[4]).toBe(
		'Access: [has access, good] not signed in yet Ends Jan 3, 2027 Digital Income',
	)
	expect(
		withLearner({ courses: courses.map((course) => ({ ...course, access: 'none', endsAt: null })), endsAt: null }).facts.slice(4, 7),
	).toEqual([
		'Access: [has access, good] Digital Income',
		'Access to Course A: [free lessons only, calm]',
		'Access to Course B: [free lessons only, calm]',
	])
})

const REASON = 'Reason Required. Kept in the activity log.'
const startsOf = (page: { dialogs: string[] }) => page.dialogs.map((dialog) => [dialog, dialog.split(' ').at(-1)] as const)

test('an operator’s actions say what they do to this learner, and go to the account', () => {
	const path = `/admin/learners/${ID}`
	const normal = withLearner({ bannedUntil: null, erasesAt: null })
	const byAddress = new Map(startsOf(normal).map(([dialog, address]) => [address, dialog]))
	expect([...byAddress.keys()].map((address) => address?.slice(path.length + 1))).toEqual([
		'/write>',
		'/grant>',
		'/see>',
		'/name>',
		'/sign-out>',
		'/copy>',
		'/factors>',
		'/ban>',
		'/erase>',
		'/note/k1/delete>',
	])
	expect(byAddress.get(`<${path}/grant>`)).toBe(
		`Give access What happens We create an order with nothing to pay and email an invitation. The access opens when they sign in with its code. With Course A Bonus B opens as well. Afterwards You can end it, or change when it ends, here. Course Course A Course B Access ends Optional, in the time zone of the console. Leave it empty for access without an end. ${REASON} Give access <${path}/grant>`,
	)
	expect(byAddress.get(`<${path}/sign-out>`)).toContain('2 open sessions will end. The learner has to sign in again; nothing is deleted.')
	expect(byAddress.get(`<${path}/ban>`)).toContain('The ability to sign in, until you lift the ban. 2 open sessions will end.')
	expect(byAddress.get(`<${path}/factors>`)).toContain('Removed passkey, authenticator. 2 open sessions will end.')
	expect(byAddress.get(`<${path}/erase>`)).toContain('When In 14 days. Until then you can cancel it')
	expect(byAddress.get(`<${path}/name>`)).toBe(`Change name Name {Ana Lee} Save name <${path}/name>`)
	expect(normal.forms.slice(0, 2)).toEqual([
		`{mail: access} {learner: ${ID}} Resend access email </admin/orders/${ORDER}/mail>`,
		`Resend sign-up email <${path}/sign-up-code>`,
	])
	expect(normal.forms.slice(2)).toEqual([
		`{tag: VIP}× <${path}/untag>`,
		`New tag Add tag <${path}/tag>`,
		`Note Only your team sees it here; a copy of this person’s data includes it. Add note <${path}/note>`,
	])
	const banned = startsOf(readPage(LearnerPage, loaded)).map(([dialog]) => dialog)
	expect(banned).toContain(`Lift the ban What happens They can sign in again. ${REASON} Lift the ban <${path}/lift-ban>`)
	expect(banned.find((dialog) => dialog.startsWith('Keep the account'))).toContain(`<${path}/keep>`)
})

test('support can’t give access or ban; no one can act on their own account, or give what there is', () => {
	const endsOf = (page: { dialogs: string[] }) => page.dialogs.map((dialog) => dialog.split('/').at(-1))
	expect(endsOf(readPage(LearnerPage, loaded, { role: 'support' }))).toEqual(['write>', 'name>', 'sign-out>', 'delete>'])
	const self = withLearner({ isSelf: true })
	expect(endsOf(self)).toEqual(['write>', 'grant>', 'see>', 'name>', 'sign-out>', 'copy>', 'delete>'])
	expect(self.texts.join(' ')).toContain('This is your own account.')
	const everything = withLearner({ courses: courses.map((course) => ({ ...course, access: 'active', endsAt: null })) })
	expect(everything.texts).toContain('This learner has access to every course.')
	expect(withLearner({ email: null }).texts).toContain('This account has no email address.')
	for (const [count, words] of [
		[0, 'There are no open sessions.'],
		[1, '1 open session will end.'],
		[20, '20 or more open sessions will end.'],
	] as const) {
		const sessions = Array.from({ length: count }, (_, id) => ({ ...loaded.sessions[0], id: `${id}` }))
		expect(readPage(LearnerPage, { ...loaded, sessions }).dialogs.join(' ')).toContain(words)
	}
})
