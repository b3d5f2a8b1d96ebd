import type { Doing, World } from './action-matrix.ts'

type Fields = Record<string, string>

export const ISSUE = { subject: 'News', body: '# Hello\n\nRead this.' }
export const COUPON = { coupon: 'NEWONE', kind: 'percent', off: '10', 'offer-digital-income-mastery-lifetime': 'on' }
/** Lists with a CSV export. */
const FILES = [
	'orders',
	'learners',
	'tickets',
	'messages',
	'subscribers',
	'invoices',
	'payouts',
	'applications',
	'feedback',
	'early-access',
	'newsletter',
	'sms',
	'suppressions',
	'actions',
]

export async function listMailDoings({
	message,
	subscription,
	applied,
	dropped,
	learnersFile,
	learnersWaste,
	draft,
	edited,
	planned,
	waste,
	audiences: [audience = '', wasted = ''],
	automation: added,
	seenOf,
	job,
}: World): Promise<Doing[]> {
	const because = { reason: 'Asked' }
	const of = (row: string, path: string, fields: Fields = {}): Doing => ({ row, path, fields })
	return [
		of('/admin/messages/:message/retry', `/admin/messages/${message}/retry`),
		of('/admin/suppressions', '/admin/suppressions', { email: 'gone@example.test', ...because }),
		...FILES.map((list) => of(`/admin/${list}.csv`, `/admin/${list}.csv`)),
		of('/admin/subscribers/add', '/admin/subscribers/add', { email: 'added@example.test', consent: 'ask', ...because }),
		{ row: '/admin/imports', path: '/admin/imports', upload: 'email\nthird@example.test\n' },
		of('/admin/imports/:import/columns', `/admin/imports/${dropped}/columns`, { 'column-0': 'email', head: 'on' }),
		of('/admin/imports/:import/apply', `/admin/imports/${applied}/apply`, { signs: 'no', ...because }),
		of('/admin/imports/:import/delete', `/admin/imports/${dropped}/delete`),
		{ row: '/admin/learner-imports', path: '/admin/learner-imports', upload: 'email\nfourth@example.test\n' },
		of('/admin/learner-imports/:import/columns', `/admin/learner-imports/${learnersFile}/columns`, { 'column-0': 'email', head: 'on' }),
		of('/admin/learner-imports/:import/preview', `/admin/learner-imports/${learnersFile}/preview`),
		of('/admin/learner-imports/:import/delete', `/admin/learner-imports/${learnersWaste}/delete`),
		of('/admin/coupons/new-coupon', '/admin/coupons/new-coupon', COUPON),
		of('/admin/coupons/:coupon', '/admin/coupons/SALE', { ...COUPON, seen: await seenOf('/admin/coupons/SALE') }),
		of('/admin/coupons/:coupon/end', '/admin/coupons/GOES/end'),
		of('/admin/coupons/:coupon/resume', '/admin/coupons/BACK/resume'),
		of('/admin/newsletter/:issue/test', `${draft}/test`),
		of('/admin/newsletter/:issue/step', `${planned}/step`, { step: 'unschedule' }),
		of('/admin/newsletter/:issue', edited, { ...ISSUE, subject: 'Other', seen: await seenOf(edited) }),
		of('/admin/newsletter/:issue/schedule', `${draft}/schedule`, { seen: await seenOf(draft), starts_at: '2035-01-05T12:00' }),
		of('/admin/newsletter/:issue/autosave', `${waste}/autosave`, { ...ISSUE, subject: 'Half-written', seen: await seenOf(waste) }),
		of('/admin/newsletter/:issue/delete', `${waste}/delete`),
		of('/admin/audiences/new', '/admin/audiences/new', { name: 'New', 'if-0': 'source=popup' }),
		of('/admin/audiences/:audience', audience, { name: 'Renamed', 'if-0': 'source=popup', seen: await seenOf(audience) }),
		of('/admin/audiences/:audience/delete', `${wasted}/delete`),
		of('/admin/lifecycle/:rule', '/admin/lifecycle/unpaid-checkout', { on: 'yes' }),
		of('/admin/lifecycle/new', '/admin/lifecycle/new', { title: 'Third email', trigger: 'welcome', delay: '9', unit: 'day' }),
		of('/admin/lifecycle/:rule/delete', `${added}/delete`),
		of('/admin/lifecycle/:rule/delay', '/admin/lifecycle/unpaid-checkout/delay', { delay: '3' }),
		of('/admin/lifecycle/:rule/text', '/admin/lifecycle/finished/text', { ...ISSUE, seen: await seenOf('/admin/lifecycle/finished') }),
		of('/admin/lifecycle/:rule/autosave', '/admin/lifecycle/stalled/autosave', {
			...ISSUE,
			seen: await seenOf('/admin/lifecycle/stalled'),
		}),
		of('/admin/lifecycle/:rule/test', '/admin/lifecycle/unpaid-checkout/test'),
		of('/admin/checklist', '/admin/checklist'),
		of('/admin/health/jobs/:job/retry', `/admin/health/jobs/${job}/retry`),
		of('/admin/subscribers/:subscription/end', `/admin/subscribers/${subscription}/end`, because),
	]
}
