import { expect, test } from 'vitest'

import { COMMON_TASKS, commandsForRole, FURTHER_PAGES } from './places-to-go.ts'

test('each task leads to the page where it is done', () => {
	expect(COMMON_TASKS.map(({ label, href }) => `${label}: ${href}`)).toEqual([
		'Publish changes: /admin/content/publish',
		'Preview the site with your drafts: /admin/content/site',
		'New lesson: /admin/content/new/lesson',
		'New module: /admin/content/new/module',
		'New course: /admin/content/new/course',
		'New article: /admin/content/new/article',
		'New page: /admin/content/new/page',
		'New offer: /admin/content/new/offer',
		'New coupon: /admin/coupons/new-coupon',
		'Upload a picture, video or file: /admin/media',
		'Invite a person to the team: /admin/settings/team',
		'New email: /admin/newsletter/new',
		'Refund an order: /admin/orders?state=paid',
		'Resend a receipt: /admin/orders?state=paid',
		'Give access to a learner: /admin/learners',
		'Answer the next ticket: /admin/tickets',
		'Edit saved replies: /admin/answers',
		'Add subscriber: /admin/subscribers/add',
		'Import subscribers: /admin/imports',
		'Resume emails to an address: /admin/suppressions',
		'Back up now: /admin/health#backups',
		'Test a restore: /admin/health#backups',
		'Export orders: /admin/orders',
		'Export learners: /admin/learners',
		'Export subscribers: /admin/subscribers',
		'View the site: /',
	])
})

test('each further page has its address', () => {
	const settings = FURTHER_PAGES.filter(({ note }) => note === 'Settings').map(({ label, href }) => `${label}: ${href}`)
	expect(settings).toEqual([
		'General: /admin/settings/general',
		'Contact: /admin/settings/contact',
		'Support hours: /admin/settings/support-hours',
		'Site pages: /admin/settings/site-pages',
		'Brand: /admin/settings/brand',
		'Prices: /admin/settings/prices',
		'Payments: /admin/settings/payments',
		'Tax: /admin/settings/tax',
		'Email settings: /admin/settings/mail',
		'Text message settings: /admin/settings/text-messages',
		'Rules for refunds: /admin/settings/refunds',
		'Going live: /admin/settings/going-live',
		'Time zone: /admin/settings/time-zone',
		'Team: /admin/settings/team',
		'Academy name: /admin/settings/general#f-name',
		'Course name: /admin/settings/general#f-program',
		'Web address: /admin/settings/general#service',
		'Redirects: /admin/settings/general#f-redirects',
		'Support email: /admin/settings/contact#f-supportEmail',
		'Social networks: /admin/settings/contact#f-social',
		'Welcome video: /admin/settings/site-pages#f-welcomeVideo',
		'Pages to turn off: /admin/settings/site-pages#f-hiddenPages',
		'Newsletter pop-up: /admin/settings/site-pages#f-hideNewsletterPopup',
		'Logo: /admin/settings/brand#logo',
		'Colors: /admin/settings/brand#part-colors',
		'Heading font: /admin/settings/brand#heading-font',
		'Bank transfer: /admin/settings/payments#part-bank',
		'What buyers agree to: /admin/settings/payments#part-consent',
	])
	expect(FURTHER_PAGES.filter(({ note }) => note !== 'Settings').map(({ label, href }) => `${label}: ${href}`)).toEqual([
		'Launch checklist: /admin/checklist',
		'Your account: /admin/account',
		'Payouts: /admin/payouts',
		'Funnel: /admin/overview/funnel',
		'Add learner: /admin/learners/add',
		'Import learners: /admin/learner-imports',
		'Stalled learners: /admin/learners?progress=stalled',
		'Applications: /admin/applications',
		'Feedback: /admin/feedback',
		'Early access: /admin/early-access',
		'Privacy requests: /admin/privacy',
		'Terms of Service: /admin/content/file?path=legal%2Fterms.md',
		'Privacy Policy: /admin/content/file?path=legal%2Fprivacy-policy.md',
		'Cookie Policy: /admin/content/file?path=legal%2Fcookie-policy.md',
		'Text messages: /admin/sms',
		'Suppressed addresses: /admin/suppressions',
		'Audiences: /admin/audiences',
		'Automations: /admin/lifecycle',
		'Releases: /admin/content/releases',
		'Failed jobs: /admin/health/jobs',
	])
})

test('support is offered only what support can open; only the site needs a full page load', () => {
	const all = [...COMMON_TASKS, ...FURTHER_PAGES]
	expect(commandsForRole(all, 'support').map(({ label }) => label)).toEqual([
		'Resend a receipt',
		'Answer the next ticket',
		'Edit saved replies',
		'View the site',
		'Your account',
		'Stalled learners',
		'Feedback',
		'Early access',
		'Text messages',
	])
	expect(commandsForRole(all, 'operator')).toHaveLength(all.length)
	expect(all.filter(({ isDocument }) => isDocument).map(({ label }) => label)).toEqual(['View the site'])
})
