import { expect, test } from 'vitest'

import { hoursAgo, readPage } from '#tests/setup/read-page.tsx'

import ActivityPage from './activity-log.tsx'
import FilesPage from './content/files.tsx'
import CouponsPage from './coupons/coupons.tsx'
import FailedJobsPage from './health/failed-jobs.tsx'
import MailsPage from './messages/mails.tsx'
import SmsPage from './messages/sms.tsx'
import SuppressionsPage from './messages/suppressions.tsx'
import AudiencesPage from './newsletter/audiences.tsx'
import AutomationsPage from './newsletter/automations.tsx'
import IssuesPage from './newsletter/issues.tsx'

// All values differ, so that the test notices one in the wrong column.

const view = { list: 'x', hidden: [], order: [], saved: [], bulk: [], pageRows: 50 }
const list = { view, sort: '-none', next: null, total: null, isRefused: false }

test('the email log', () => {
	const { tables, texts } = readPage(MailsPage, {
		...list,
		filters: { address: '', template: '', failed: '', issue: '', result: '' },
		templates: [],
		subject: null,
		budget: {
			mails: { spent: 60, most: 100, seconds: 130 },
			texts: { spent: 50, most: 100, seconds: 30 },
			forms: { spent: 90, most: 100, seconds: 59 },
		},
		outbox: null,
		mails: [
			{ id: 'e1', created_at: hoursAgo(5), to_address: 'ana@example.test', subject: 'Receipt', name: 'Order receipt', status: 'bounced' },
		],
	})
	expect(tables).toEqual({
		Emails: [
			'When </admin/page?sort=-created> | To | Subject | Kind | Status',
			'Dec 1, 7:00 AM | ana@example.test | Receipt </admin/messages/e1> | Order receipt | [bounced, bad]',
		],
	})
	expect(texts.slice(4, 6)).toEqual([
		'Sign-in emails: 60 of 100 used, resets in 3 min.',
		'Emails requested by forms: 90 of 100 used, resets in 1 min.',
	])
})

test('text messages', () => {
	const { tables } = readPage(SmsPage, {
		...list,
		texts: [
			{
				id: 's1',
				created_at: hoursAgo(5),
				user_id: 'u1',
				to_phone: '+1555',
				country: 'US',
				kind: 'sign_in',
				status: 'undelivered',
				attempts: 3,
				error_code: '30003',
			},
		],
	})
	expect(tables).toEqual({
		'Text messages': [
			'When </admin/page?sort=-created> | To | Kind | Status | Attempts | Error',
			'Dec 1, 7:00 AM | +1555 </admin/learners/u1> US | sign in | [undelivered, bad] | 3 | 30003',
		],
	})
})

test('suppressed addresses', () => {
	const { tables } = readPage(SuppressionsPage, {
		view,
		suppressions: [
			{ created_at: hoursAgo(5), reason: 'complaint', message_id: 'e1' },
			{ created_at: hoursAgo(6), reason: 'bounce', message_id: null },
		],
	})
	expect(tables).toEqual({
		'Suppressed addresses': [
			'Since | Why | Email',
			'Dec 1, 7:00 AM | marked as spam: no newsletter | Show email </admin/messages/e1>',
			'Dec 1, 6:00 AM | mailbox doesn’t exist: no emails | –',
		],
	})
})

test('the activity log', () => {
	const { tables } = readPage(ActivityPage, {
		...list,
		typed: { by: '', action: '', from: '', to: '' },
		choices: { people: [], actions: [] },
		actions: [
			{
				id: 'a1',
				created_at: hoursAgo(5),
				email: 'bo@example.test',
				role: 'operator',
				what: 'Changed a coupon',
				object: { name: 'SOON', href: '/admin/coupons/SOON' },
				changes: [
					{ name: 'Discount', before: '5%', after: '9%' },
					{ name: 'Uses', before: null, after: '4' },
				],
				reason: 'Asked',
			},
		],
	})
	expect(tables).toEqual({
		'Activity log': [
			'When </admin/page?sort=-created> | Who | Action | What changed | Reason',
			'Dec 1, 7:00 AM | bo@example.test (operator) | Changed a coupon: SOON </admin/coupons/SOON> | Discount: from 5% to 9% Uses: 4 | Asked',
		],
	})
})

test('coupons', () => {
	const { tables } = readPage(CouponsPage, {
		q: '',
		state: null,
		states: ['active'],
		sort: '-none',
		next: null,
		coupons: [
			{
				code: 'SOON',
				off: '25%',
				state: 'scheduled',
				paid: 1200,
				held: 2,
				totalLimit: 5000,
				offers: 'Digital Income',
				startsAt: hoursAgo(-5),
				expiresAt: hoursAgo(-50),
				createdAt: hoursAgo(70),
				isOfContent: false,
			},
			{
				code: 'OLD',
				off: '$5',
				state: 'expired',
				paid: 3,
				held: 0,
				totalLimit: null,
				offers: 'Bonus',
				startsAt: null,
				expiresAt: hoursAgo(9),
				createdAt: hoursAgo(71),
				isOfContent: true,
			},
		],
	})
	expect(tables).toEqual({
		Coupons: [
			'Code </admin/page?sort=code> | Discount | Status | Used | Applies to | Starts | Ends </admin/page?sort=ends> | Created </admin/page?sort=-created>',
			'SOON </admin/coupons/SOON> | 25% | [scheduled, warn] | 1,200 of 5,000 (2 in open checkouts) | Digital Income | Dec 1, 5:00 PM | Dec 3, 2:00 PM | Nov 28, 2:00 PM',
			'OLD </admin/coupons/OLD> | $5 | [expired, calm] | 3 | Bonus | – | Dec 1, 3:00 AM | –',
		],
	})
})

test('failed jobs', () => {
	const { tables } = readPage(FailedJobsPage, {
		list: 'jobs',
		bulk: [],
		jobs: [
			{ id: 'j1', createdAt: hoursAgo(7).toISOString(), name: 'Send mail', attempts: 8, reason: 'Refused' },
			{ id: 'j2', createdAt: hoursAgo(8).toISOString(), name: 'Sum', attempts: 4, reason: '' },
		],
	})
	expect(tables).toEqual({
		'Failed jobs': [
			'Started | Job | Attempts | Reason | Retry',
			'Dec 1, 5:00 AM | Send mail | 8 | Refused | Retry </admin/health/jobs/j1/retry>',
			'Dec 1, 4:00 AM | Sum | 4 | none given | Retry </admin/health/jobs/j2/retry>',
		],
	})
})

test('automations', () => {
	const { tables } = readPage(AutomationsPage, {
		automations: [{ name: 'welcome', title: 'Welcome', subject: 'Hello there', state: 'on', when: '1 day later', sent: 1200, failed: 3 }],
	})
	expect(tables).toEqual({
		Automations: [
			'Automation | Status | Sends | Sent | Failed',
			'Welcome </admin/lifecycle/welcome> Hello there | [on, good] | 1 day later | 1,200 | 3',
		],
	})
})

test('audiences', () => {
	const { tables } = readPage(AudiencesPage, { audiences: [{ id: 'g1', name: 'Buyers', phrase: 'people who bought', uses: 4 }] })
	expect(tables).toEqual({
		Audiences: ['Audience | Who | Subscribers | Unsent emails', 'Buyers </admin/audiences/g1> | People who bought | … | 4'],
	})
})

test('newsletters', () => {
	const { tables } = readPage(IssuesPage, {
		...list,
		typed: '',
		hours: { first: 8, last: 20 },
		zoneName: 'New York time',
		issues: [
			{
				id: 'n1',
				subject: 'Spring news',
				state: 'sent',
				starts_at: hoursAgo(20),
				created_at: hoursAgo(30),
				recipients: 2000,
				skipped: 6,
				result: { failed: 3, heldBack: 5, waiting: 0 },
			},
			{
				id: 'n2',
				subject: 'May',
				state: 'sending',
				starts_at: null,
				created_at: hoursAgo(31),
				recipients: 900,
				skipped: 0,
				result: { failed: 1, heldBack: 0, waiting: 70 },
			},
			{ id: 'n3', subject: 'June', state: 'draft', starts_at: null, created_at: hoursAgo(32), recipients: 0, skipped: 0, result: null },
		],
	})
	expect(tables).toEqual({
		Emails: [
			'Subject | Status | Send date | Result | Created </admin/page?sort=-created>',
			'Spring news </admin/newsletter/n1> | [sent, good] | Nov 30, 4:00 PM | Sent to 1,992 3 failed, 5 held back, 6 had another email that week | Nov 30, 6:00 AM',
			'May </admin/newsletter/n2> | [sending, warn] | – | To 900 70 left to send, 1 failed | Nov 30, 5:00 AM',
			'June </admin/newsletter/n3> | [draft, calm] | – | – | Nov 30, 4:00 AM',
		],
	})
})

test('pages and articles', () => {
	const { tables } = readPage(FilesPage, {
		q: '',
		state: null,
		drafts: 2,
		deleted: [
			{
				path: 'articles/old.md',
				title: 'Old',
				isDraft: true,
				deletedAt: hoursAgo(9),
				restore: { action: '/admin/content/restore', hidden: {} },
			},
		],
		groups: [
			{
				name: 'Articles',
				files: [
					{
						path: 'articles/a.md',
						title: 'Alpha',
						address: '/blog/a',
						state: 'draft',
						isOriginNew: true,
						isOff: false,
						changedAt: hoursAgo(5),
					},
					{ path: 'articles/b.md', title: 'Beta', address: null, state: 'original', isOriginNew: false, isOff: false, changedAt: null },
				],
			},
		],
	})
	expect(tables).toEqual({
		Articles: [
			'Name | Address | Status | Last change',
			'Alpha </admin/content/file?path=articles%2Fa.md> | /blog/a </blog/a> | [draft, warn] [original changed, warn] | Dec 1, 7:00 AM',
			'Beta </admin/content/file?path=articles%2Fb.md> | – | Published | –',
		],
		Deleted: [
			'Name | Status | Deleted | Restore',
			'Old </admin/content/file?path=articles%2Fold.md> | [deleted in a draft, warn] | Dec 1, 3:00 AM | Restore Old </admin/content/restore>',
		],
	})
})
