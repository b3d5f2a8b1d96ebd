import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { readCurrentNumber } from '#server/services/operations/releases/read-releases.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { openMailSink } from '#tests/setup/mail-sink.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

import { atNoon } from './noon.ts'

const READERS = 10_000
/** Maximum copies whose delivery is unknown after the kills: 50 each, and more only if a loaded machine delays heartbeats. */
const MOST_IN_DOUBT = 500

test('a newsletter to 10,000 readers, killed twice, is sent to no one twice, and a code doesn’t wait for it', async () => {
	const { connection, drop } = await cloneDatabase()
	onTestFinished(drop)
	const sink = await openMailSink()
	onTestFinished(sink.close)
	const pools = openPools(
		connection,
		createLogger('error', () => {}),
		2,
	)
	onTestFinished(pools.close)
	const { db } = pools
	const site = readFileSync('content/site.json', 'utf8').replace('America/New_York', atNoon(new Date()))
	const release = { base: await readCurrentNumber(db), edits: { 'site.json': site }, note: '', authorId: null, versions: [] }
	await publishRelease({ db, now: () => new Date() }, release)
	await pools.app.query(`insert into newsletter_subscriptions (email, source, status, covers_newsletters, requested_at, confirmed_at)
		select 'p' || n || '@example.test', 'blog', 'confirmed', true, now(), now() from generate_series(1, ${READERS}) n`)
	await pools.app.query(`insert into newsletter_issues (subject, body, state, starts_at, created_at, changed_at, recipients)
		values ('News', 'Hello', 'scheduled', now(), now(), now(), ${READERS})`)

	const { host, port, user, database } = connection
	const start = async () => {
		const own = await findFreePort()
		const server = spawnServer({
			DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`,
			PORT: String(own),
			DATA_DIR: mkdtempSync(path.join(tmpdir(), 'newsletter-')),
			GOTRUE_SMTP_HOST: '127.0.0.1',
			GOTRUE_SMTP_PORT: String(sink.port),
			GOTRUE_SMTP_ADMIN_EMAIL: 'academy@example.test',
			SMTP_SECURITY: 'none',
			SMTP_MAILS_PER_SECOND: '1000',
		})
		await server.ready
		return { ...server, origin: `http://127.0.0.1:${own}` }
	}
	const news = () => sink.mails.map(({ to }) => to[0] ?? '').filter((to) => to.startsWith('p'))
	const until = (count: number) => expect.poll(() => news().length, { interval: 20, timeout: 600_000 }).toBeGreaterThanOrEqual(count)

	const first = await start()
	await until(1000)
	await first.end('SIGKILL')
	const second = await start()
	await until(4000)
	await fetch(`${second.origin}/api/leads/newsletter`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email: 'new@example.test', source: 'blog' }),
	})
	const before = news().length
	await expect.poll(() => sink.mails.some(({ to }) => to.includes('new@example.test')), { interval: 20, timeout: 300_000 }).toBe(true)
	expect(before).toBeLessThan(READERS)
	await second.end('SIGKILL')
	const third = await start()
	const left = async () => {
		const { rows } = await pools.app.query<{ left: number }>(`select count(*)::int as left from newsletter_issues
			where state <> 'sent' or exists (select from outbox_messages where status in ('queued', 'sending'))`)
		return rows[0]?.left
	}
	await expect.poll(left, { interval: 200, timeout: 600_000 }).toBe(0)
	expect((await third.end('SIGTERM')).code).toBe(0)

	expect(new Set(news()).size).toBe(news().length)
	const { rows } = await pools.app.query<{ status: string; count: number }>(
		`select status, count(*)::int as count from outbox_messages where template = 'newsletter.letter' group by 1 order by 1`,
	)
	const { sent = 0, unknown = 0, ...others } = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
	expect([others, sent + unknown]).toEqual([{}, READERS])
	expect(unknown).toBeLessThanOrEqual(MOST_IN_DOUBT)
	expect(news().length).toBeGreaterThanOrEqual(sent)
}, 1_800_000)
