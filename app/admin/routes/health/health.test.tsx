import { expect, test } from 'vitest'

import { hoursAgo, NOW, readPage } from '#tests/setup/read-page.tsx'

import HealthPage from './health.tsx'

// All values differ, so that the test notices one under the wrong name.

const status = {
	place: 'bucket',
	host: 'store.example',
	isEncrypted: true,
	copiedUntil: hoursAgo(1 / 3),
	logProblem: null,
	backupProblem: null,
	bytes: 52_000_000,
}
const backups = {
	keptBy: 'this server',
	isCopyLate: false,
	last: { takenAt: hoursAgo(30), megabytes: 12, seconds: 7 },
	status,
	drill: { at: hoursAgo(72), megabytes: 11, seconds: 9, problem: null },
	running: { backup: null, drill: null },
	canTake: true,
	drillObstacle: null,
}
const database = {
	version: '17.2',
	bytes: 34_000_000n,
	connections: 8,
	most: 100,
	waiting: 1234,
	oldest: hoursAgo(2),
	failed: 6,
	event: hoursAgo(4),
	unread: 9,
	slowest: 1.26,
}
const health = {
	now: NOW,
	problems: [],
	backups,
	answers: { minutes: 15, answers: 2000, failures: 3 },
	availability: { minutes: 20_000, served: 19_990, days: 30, promised: 0.999 },
	disk: { free: 41.26e9, total: 80.04e9 },
	node: 'v24.1.0',
	database,
	sessionKeys: [{ kid: 'abcdefgh12345', alg: 'ES256', status: 'active', status_since: hoursAgo(100) }],
	certificateKeys: [{ public_multibase: 'z6Mk1234567890abc', status: 'retired', created_at: hoursAgo(200) }],
}

test('a server without problems shows its backups, figures and keys', () => {
	const { facts, tables, texts, forms } = readPage(HealthPage, health)
	expect(facts).toEqual([
		'Stored: In online storage at store.example, encrypted',
		'Changes: [up to date, good] last copied 20 min ago',
		'Last full backup: Nov 30, 2026, 6:00 AM EST (1 day ago), 12 MB, took 7 s',
		'Size of all backups: 52 MB',
		'Last restore test: [passed, good] 3 days ago, 11 MB, took 9 s',
		'Responses of this server: 2,000 requests in the last 15 min, [3 failed (0.15%), bad]',
		'Availability: [99.95%, good] of the last 333 h, 10 min down. The goal is 99.9%.',
		'Free disk space: 41.3 GB of 80.0 GB',
		'Database: PostgreSQL 17.2, 33 MB',
		'Database connections: 8 of 100',
		'Pending jobs: 1,234',
		'Oldest pending job: due 2 h ago',
		'Failed jobs: [6, bad] Show failed jobs </admin/health/jobs>',
		'Last payment event: Dec 1, 2026, 8:00 AM EST (4 h ago)',
		'Unprocessed payment events: [9, bad]',
		'Slowest of the last 100 payment events: 1.3 s after it arrived',
		'Node: v24.1.0',
	])
	expect(tables).toEqual({
		'Sign-in keys': ['Key | Algorithm | Status | Since', 'abcdefgh | ES256 | [active, calm] | Nov 27, 8:00 AM (4 days ago)'],
		'Certificate keys': ['Key | Status | Since', 'z6Mk12345678… | [retired, calm] | Nov 23, 4:00 AM (8 days ago)'],
	})
	expect(texts.slice(1, 3)).toEqual([
		'Everything works',
		'The server answers, jobs run on time and none has failed, and all payments are processed. Last backup: 1 day ago.',
	])
	expect(forms.slice(0, 2)).toEqual(['Back up now </admin/health/backup>', 'Test a restore </admin/health/restore-test>'])
})

test('problems of the server, its backups and the last restore test are named', () => {
	const { facts, texts, forms } = readPage(HealthPage, {
		...health,
		problems: ['one thing', 'another'],
		answers: { minutes: 15, answers: 1, failures: 0 },
		availability: { minutes: 90, served: 60, days: 30, promised: 0.999 },
		database: { ...database, oldest: null, failed: 0, event: null, unread: 0, slowest: null },
		backups: {
			...backups,
			keptBy: null,
			isCopyLate: true,
			last: null,
			status: { ...status, place: 'same-disk', isEncrypted: false, bytes: null, backupProblem: 'The disk is full.' },
			drill: { ...backups.drill, problem: 'A sum is off.' },
			running: { backup: hoursAgo(1), drill: null },
			drillObstacle: 'There’s no space for a restore test.',
		},
	})
	expect(facts).toEqual([
		'Created by: no one (backups are turned off)',
		'Stored: On the same disk as the database, not encrypted',
		'Changes: [late, warn] last copied 20 min ago',
		'Last full backup: none yet [last attempt failed, bad] The disk is full.',
		'Last restore test: [failed, bad] 3 days ago, 11 MB, took 9 s Findings A sum is off.',
		'Responses of this server: 1 request in the last 15 min, [none failed, good]',
		'Availability: [66.66%, bad] of the last 2 h, 30 min down. The goal is 99.9%.',
		'Free disk space: 41.3 GB of 80.0 GB',
		'Database: PostgreSQL 17.2, 33 MB',
		'Database connections: 8 of 100',
		'Pending jobs: 1,234',
		'Oldest pending job: none',
		'Failed jobs: [none, good]',
		'Last payment event: none yet',
		'Unprocessed payment events: [none, good]',
		'Slowest of the last 100 payment events: none yet',
		'Node: v24.1.0',
	])
	expect(texts.slice(1, 3)).toEqual(['Needs attention', 'one thing and another.'])
	expect(texts).toContain('[running, calm] The backup started 1 h ago. This page shows the result.')
	expect(texts).toContain('There’s no space for a restore test.')
	expect(texts.join(' ')).toContain('If the disk fails, you lose the database and its backups.')
	expect(forms.join(' ')).not.toMatch(/Back up now|Test a restore/)
})

const withBackups = (more: object) => readPage(HealthPage, { ...health, backups: { ...backups, ...more } })

test('backups of others, stopped, missing or turned off', () => {
	const stopped = { keptBy: 'database', canTake: false, drill: null, status: { ...status, place: 'other-disk', logProblem: 'No space.' } }
	const { facts, texts, forms } = withBackups(stopped)
	expect(facts.slice(0, 6)).toEqual([
		'Created by: your database server’s own tools',
		'Stored: On another disk of this server, encrypted',
		'Changes: [stopped, bad] No space. Changes until Dec 1, 2026, 11:40 AM EST are backed up.',
		'Last full backup: Nov 30, 2026, 6:00 AM EST (1 day ago), 12 MB, took 7 s',
		'Size of all backups: 52 MB',
		'Last restore test: never',
	])
	expect(texts.join(' ')).not.toMatch(/restore test restores|If the disk fails/)
	expect(forms).toHaveLength(1)
	expect(withBackups({ status: { ...status, copiedUntil: null } }).facts).toContain('Changes: waiting for the first copy')
	expect(withBackups({ keptBy: null }).texts[1]).toBe('Everything works, but backups are turned off')
	expect(withBackups({ last: null }).texts[1]).toBe('Everything works, but there’s no backup yet')
	expect(withBackups({ last: null, keptBy: 'database' }).texts[1]).toBe('Everything works')
	expect(withBackups({ running: { backup: null, drill: hoursAgo(2) } }).texts.join(' ')).toContain('The restore test started 2 h ago.')
})
