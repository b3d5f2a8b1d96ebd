import { sql } from 'kysely'
import { request as httpRequest } from 'node:http'
import { expect, test, vi } from 'vitest'

import { originOf, saveText } from '#tests/console/edit-content.ts'
import { hiddenIn } from '#tests/console/read-form.ts'
import { upload } from '#tests/console/upload.ts'
import { SITE } from '#tests/wire/test-client.ts'

import { type Academy, startAcademy } from './start-academy.ts'

/** Enough for five starts while other tests run. */
const LIMIT_MS = 600_000
const COURSE = '/admin/course'
const MODULE = 'course/module-2/module.json'
const LESSON = 'course/module-2/lessons/first-sale.md'
const REMOVAL = `${COURSE}?remove=${encodeURIComponent('lesson 2 first-sale')}&course=${encodeURIComponent('course/course.json')}`
const PICTURE = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40"/></svg>')

/** Kills the server while a request waits for the lock of `hold`, after its first writes. */
async function killWhile({ inside, kill }: Academy, hold: ReturnType<typeof sql>, ask: () => Promise<unknown>): Promise<void> {
	let end: Promise<unknown> = Promise.resolve('not asked')
	await inside(async ({ db }) => {
		await db.transaction().execute(async (held) => {
			await hold.execute(held)
			end = ask().catch((error: unknown) => error)
			await vi.waitFor(async () => {
				const { rows } = await sql`select from pg_locks where not granted`.execute(db)
				expect(rows).toHaveLength(1)
			})
			await kill()
		})
		// The database stops with the server, which aborts this transaction.
	}).catch(() => {})
	expect(await end).toBeInstanceOf(Error)
}

/** Uploads part of a video, and kills the server once that part has arrived. */
async function killInTheMiddle({ address, browser, kill }: Academy): Promise<void> {
	const headers = { cookie: browser.cookie(), origin: SITE, 'content-type': 'multipart/form-data; boundary=x' }
	const sending = httpRequest(`${address}/admin/media`, { method: 'POST', headers })
	const broken = new Promise((resolve) => sending.once('error', resolve))
	const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n\0\0\0\x14ftypisom\0\0\0\0isom'
	// More than the socket buffers hold: when the last byte is sent, the server has read most of it.
	await new Promise<void>((resolve, reject) =>
		sending.write(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(40_000_000)]), (error) => (error ? reject(error) : resolve())),
	)
	await kill()
	await broken
}

const countIn = ({ inside }: Academy) =>
	inside(async ({ db }) => {
		const { rows } = await sql<{ count: number }>`select (select count(*) from media)::int + (select count(*) from media_files)::int
			+ (select count(*) from media_chunks)::int as count`.execute(db)
		return rows[0]?.count
	})

const readDrafts = ({ inside }: Academy) =>
	inside(({ db }) => db.selectFrom('content_versions').select(['path', 'body']).orderBy('id').execute())

test('a server killed during an upload or removal stores nothing of it, and both can be repeated', { timeout: LIMIT_MS }, async () => {
	const academy = await startAcademy()
	const { browser, ask, startAgain } = academy
	const send = async () => {
		await browser.get('/admin/media')
		return upload({ app: { request: ask } as never }, browser, { bytes: PICTURE, name: 'red.svg', fields: { alt: 'A red wall' } })
	}

	await killInTheMiddle(academy)
	await startAgain()
	expect(await countIn(academy)).toBe(0)
	await killWhile(academy, sql`lock table media_files in exclusive mode`, send)
	await startAgain()
	expect(await countIn(academy)).toBe(0)
	expect((await send()).status).toBe(201)

	const draft = originOf(LESSON).replace('title: First Sale', 'title: A half-written draft')
	await saveText(browser, LESSON, draft)
	const before = await readDrafts(academy)
	const remove = async () => {
		const shown = hiddenIn((await browser.get(REMOVAL)).text, COURSE)
		return browser.post(COURSE, { ...shown, do: 'remove-lesson 2 first-sale' })
	}
	const lockLesson = sql`select pg_advisory_xact_lock(hashtextextended(${`content:${LESSON}`}, 0))`
	await killWhile(academy, lockLesson, remove)
	await startAgain()
	expect(await readDrafts(academy)).toEqual(before)
	expect((await remove()).to).toContain('notice=part-removed')
	expect((await readDrafts(academy)).map(({ path }) => path)).toEqual([LESSON, MODULE, LESSON])
	expect((await academy.stop()).code).toBe(0)
})
