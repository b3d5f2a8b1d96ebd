import { html } from 'hono/html'
import { sql } from 'kysely'

import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, facts, form, table, toDistance, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { action, page, withOwnTransaction } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { readDisk } from '#server/services/operations/launch-checklist/read-disk.ts'
import { runChecklist } from '#server/services/operations/launch-checklist/run-checklist.ts'
import { type AnswerCounts, createAnswerCounter } from '#server/services/platform/answers/answer-counter.ts'

import { deadJobRoutes } from './dead-jobs.ts'

const GIGABYTE = 1e9

type Facts = {
	bytes: string
	version: string
	connections: number
	most: number
	waiting: number
	failed: number
	oldest: Date | null
	event: Date | null
	unread: number
	/** Seconds from arrival to the end of the work, the longest of the newest hundred. */
	slowest: number | null
}

async function readFacts({ ctx: { db, now } }: Work): Promise<Facts | undefined> {
	const { rows } = await sql<Facts>`select pg_database_size(current_database())::text as bytes,
		current_setting('server_version') as version, current_setting('max_connections')::int as most,
		(select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
		(select count(*)::int from pgboss.job where state in ('created', 'retry') and start_after <= ${now()}) as waiting,
		(select count(*)::int from pgboss.job where state = 'failed') as failed,
		(select min(start_after) from pgboss.job where state in ('created', 'retry') and start_after <= ${now()}) as oldest,
		(select max(received_at) from payment_events) as event,
		(select count(*)::int from payment_events where processed_at is null) as unread,
		(select max(extract(epoch from processed_at - received_at))::float8
			from (select * from payment_events order by received_at desc limit 100) as newest) as slowest`.execute(db)
	return rows[0]
}

const readKeys = ({ ctx: { db } }: Work) =>
	db
		.selectFrom('auth.signing_keys')
		.select(['kid', 'alg', 'status', 'status_since'])
		.where('status', '<>', 'revoked')
		.orderBy('status')
		.execute()

const readCertificateKeys = ({ ctx: { db } }: Work) =>
	db
		.selectFrom('auth.certificate_keys')
		.select(['public_multibase', 'status', 'created_at'])
		.where('status', '<>', 'revoked')
		.orderBy('created_at', 'desc')
		.execute()

function describeAnswers({ minutes, answers, failures }: AnswerCounts): Html {
	const share = answers === 0 ? 0 : (failures / answers) * 100
	return html`${answers} in the last ${minutes} min,
	${failures === 0 ? badge('none failed', 'good') : badge(`${failures} failed (${share.toFixed(share < 1 ? 2 : 0)}%)`, 'bad')}`
}

const presentFailed = (count: number) =>
	count === 0 ? badge('none', 'good') : html`${badge(String(count), 'bad')} <a href="${places.deadJobs}">look</a>`

/** How the server is, in words. */
async function showHealth(work: Work) {
	const now = work.ctx.now()
	const found = await readFacts(work)
	const keys = await readKeys(work)
	const certificateKeys = await readCertificateKeys(work)
	const disk = await readDisk(work.ctx.config)
	const counted = work.ctx.state.of(createAnswerCounter).read(now)
	const content = html`${
			found &&
			facts([
				['Answers of this server', describeAnswers(counted)],
				['Room on the disk', `${(disk.free / GIGABYTE).toFixed(1)} GB of ${(disk.total / GIGABYTE).toFixed(1)} GB are free`],
				['Database', `PostgreSQL ${found.version}, ${Math.ceil(Number(found.bytes) / 1_048_576)} MB`],
				['Connections to it', `${found.connections} of ${found.most}`],
				['Jobs that are due and wait', String(found.waiting)],
				['The oldest of them', found.oldest === null ? 'none waits' : `due ${toDistance(found.oldest, now)}`],
				['Failed jobs', presentFailed(found.failed)],
				[
					'Last event of the payment provider',
					found.event === null ? 'none yet' : html`${when(found.event)} (${toDistance(found.event, now)})`,
				],
				['Payment events not worked on', found.unread === 0 ? badge('none', 'good') : badge(String(found.unread), 'bad')],
				[
					'Longest work on one of the newest hundred',
					found.slowest === null ? 'none yet' : `${found.slowest.toFixed(1)} s after it arrived`,
				],
				['Node', process.version],
			])
		}
		<h2>Keys that sign sessions</h2>
		${table({
			caption: 'Keys that sign sessions',
			head: ['Key', 'Algorithm', 'State', 'Since'],
			rows: keys.map((key) => [
				key.kid.slice(0, 8),
				key.alg,
				badge(key.status),
				html`${when(key.status_since)} (${toDistance(key.status_since, now)})`,
			]),
			empty: 'The first one is made at the first sign-in.',
		})}
		<h2>Keys that sign certificates</h2>
		${table({
			caption: 'Keys that sign certificates',
			head: ['Key', 'State', 'Since'],
			rows: certificateKeys.map((key) => [
				`${key.public_multibase.slice(0, 12)}…`,
				badge(key.status),
				html`${when(key.created_at)} (${toDistance(key.created_at, now)})`,
			]),
			empty: 'The first one is made with the first certificate.',
		})}
		<h2>Launch checklist</h2>
		${introduceChecklist(work)}
		<p class="note">What failed is in the log, with the id of its request.</p>`
	return showPage(work, { title: 'Health', content })
}

const STATES = { ok: ['good', 'good'], off: ['not in use', 'calm'], warn: ['look at it', 'warn'], mend: ['mend it', 'bad'] } as const
const ORDER = ['mend', 'warn', 'ok', 'off'] as const

async function showChecklist(work: Work) {
	const lines = (await runChecklist(work.ctx)).toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
	const open = lines.filter(({ state }) => state === 'mend').length
	const content = html`<p role="status">${open === 0 ? 'Nothing has to be mended.' : `${open} of ${lines.length} have to be mended.`}</p>
		${table({
			caption: 'Launch checklist',
			head: ['What', 'State', 'Found', 'How to mend it', 'Why'],
			rows: lines.map(({ what, state, found, mend, why }) => [
				what,
				badge(STATES[state][0], STATES[state][1]),
				found,
				mend === '' ? '–' : mend,
				why,
			]),
			empty: 'Nothing is checked.',
		})}
		${form(work, { action: places.checklist, label: 'Check again', tone: 'quiet' })}
		<p><a href="${places.health}">Health</a></p>`
	return showPage(work, { title: 'Launch checklist', content })
}

const introduceChecklist = (work: Work): Html =>
	html`<p>
			Signs in to the payment provider, the mail server and the SMS account, and looks at DNS, texts, promises, backup, disk and versions.
		</p>
		${form(work, { action: places.checklist, label: 'Check now', note: 'Takes a few seconds. Nobody else gets a message.' })}`

const showChecklistForm = (work: Work) =>
	showPage(work, {
		title: 'Launch checklist',
		content: html`${introduceChecklist(work)}
			<p><a href="${places.health}">Health</a></p>`,
	})

export const healthRoutes = [
	page(places.checklist, 'operator', showChecklistForm),
	page(places.health, 'operator', showHealth),
	withOwnTransaction(action(places.checklist, 'operator', showChecklist)),
	...deadJobRoutes,
]
