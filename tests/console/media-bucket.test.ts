import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { createS3Uploads } from '#server/adapters/uploads/s3.ts'
import { openS3Store } from '#server/db/backup/s3-store.ts'
import { systemContext } from '#server/services/context.ts'
import { markUploadLinked, uploadFiles, removeUnlinked } from '#server/services/platform/media/bucket-files.ts'
import { moveMedia } from '#server/services/platform/media/move-media.ts'
import { readMediaFile } from '#server/services/platform/media/read-media.ts'
import { mediaFileInMemory, storeMedia } from '#server/services/platform/media/store-media.ts'
import { openBucket } from '#tests/setup/open-bucket.ts'
import { SITE, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { upload } from './upload.ts'

const DAY_MS = 86_400_000
const alt = { alt: 'A red square' }
const square = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#c33' } })
	.png()
	.toBuffer()
/** Larger than one part of a multipart upload. */
const film = Buffer.alloc(9_000_000, 'film')

async function startLibrary(env: Record<string, string>) {
	const wire = await startWire({ env })
	const operator = await openConsoleAs(wire, 'operator')
	return {
		wire,
		ctx: systemContext(wire.deps, 'test'),
		operator,
		send: (sent: Parameters<typeof upload>[2]) => upload(wire, operator, sent),
	}
}

const ask = (wire: Wire, address: unknown, headers: Record<string, string> = {}) =>
	wire.app.request(new Request(new URL(String(address), SITE), { headers }))

const count = async ({ deps: { db } }: Wire, table: 'media' | 'media_files' | 'media_chunks' | 'unlinked_uploads') =>
	Number(
		(
			await db
				.selectFrom(table)
				.select((eb) => eb.fn.countAll().as('n'))
				.executeTakeFirstOrThrow()
		).n,
	)

const addFilm = (ctx: Parameters<typeof storeMedia>[0], files: Parameters<typeof storeMedia>[1]['files']) =>
	storeMedia(ctx, { kind: 'video', name: 'film-4x3.mp4', alt: '', width: 4, height: 3, uploaderId: null, files })

test('a file is uploaded to the bucket, served from it with ranges, and deleted after its row', async () => {
	const bucket = await openBucket()
	const { wire, ctx, operator, send } = await startLibrary(bucket.env)
	const { status, json } = await send({ bytes: square, name: 'square.png', fields: alt })
	expect([status, await count(wire, 'media_chunks'), await count(wire, 'unlinked_uploads')]).toEqual([201, 0, 0])
	expect(await bucket.list()).toHaveLength(await count(wire, 'media_files'))

	const whole = await ask(wire, json.url)
	const bytes = Buffer.from(await whole.arrayBuffer())
	expect([whole.status, (await sharp(bytes).metadata()).width]).toEqual([200, 600])
	const part = await ask(wire, json.url, { range: 'bytes=3-9' })
	expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 3-9/${bytes.length}`])
	expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(3, 10))

	await operator.post(`/admin/media/${String(json.id)}/delete`, {})
	expect([(await ask(wire, json.url)).status, (await bucket.list()).length > 0]).toEqual([404, true])
	await removeUnlinked(ctx)
	expect([await bucket.list(), await count(wire, 'unlinked_uploads')]).toEqual([[], 0])
})

test('a large file is uploaded in parts and read back', async () => {
	const { env } = await openBucket()
	const { wire, ctx } = await startLibrary(env)
	const id = await addFilm(ctx, await uploadFiles(ctx, [mediaFileInMemory(0, 'video/mp4', film)]))
	const answer = await ask(wire, `/media/${id}/film-4x3.mp4`, { range: 'bytes=8000000-' })
	expect(Buffer.from(await answer.arrayBuffer()).equals(film.subarray(8_000_000))).toBe(true)
})

test('an object without a row is deleted after a day, and an upload that took longer is refused', async () => {
	const bucket = await openBucket()
	const { wire, ctx } = await startLibrary(bucket.env)
	const [file] = await uploadFiles(ctx, [mediaFileInMemory(0, 'image/webp', square)])
	await removeUnlinked(ctx)
	expect(await bucket.list()).toEqual([file?.objectKey])
	wire.clock.advance(DAY_MS + 1)
	await removeUnlinked(ctx)
	expect(await bucket.list()).toEqual([])
	await expect(wire.deps.db.transaction().execute((tx) => markUploadLinked(tx, file?.objectKey ?? ''))).rejects.toThrow('took too long')
})

test('with wrong credentials an upload fails with a reason and saves nothing', async () => {
	const bucket = await openBucket()
	const { wire, send } = await startLibrary({ ...bucket.env, UPLOADS_S3_ACCESS_KEY_ID: 'wrong' })
	const { status, json } = await send({ bytes: square, name: 'square.png', fields: alt })
	expect([status, json]).toEqual([
		503,
		expect.objectContaining({
			message: expect.stringMatching(/The file storage didn’t accept the file \(S3 returned 403.*\)\. Nothing was saved/),
		}),
	])
	expect([await count(wire, 'media'), await bucket.list()]).toEqual([0, []])
	expect(wire.logLines.join('')).toContain('bucket of uploads failed')
})

test('while the bucket is unreachable, files answer 503, uploads are refused, and deletions wait', async () => {
	const bucket = await openBucket()
	const { wire, ctx, operator, send } = await startLibrary(bucket.env)
	const { json } = await send({ bytes: square, name: 'square.png', fields: alt })
	await bucket.stop()
	const away = await ask(wire, json.url)
	expect([away.status, away.headers.get('retry-after'), away.headers.get('cache-control')]).toEqual([503, '10', 'no-store'])
	expect(await send({ bytes: square, name: 'two.png', fields: alt })).toMatchObject({ status: 503 })
	await operator.post(`/admin/media/${String(json.id)}/delete`, {})
	await expect(removeUnlinked(ctx)).rejects.toThrow('ECONNREFUSED')
	expect(await count(wire, 'unlinked_uploads')).toBeGreaterThan(0)
})

test('an object that can’t be deleted doesn’t block others and is retried after an hour', async () => {
	const bucket = await openBucket()
	const { wire, ctx } = await startLibrary(bucket.env)
	const { uploads } = wire.deps
	if (!uploads) throw new Error('no bucket')
	await uploadFiles(ctx, [mediaFileInMemory(0, 'video/mp4', film)])
	const [locked = ''] = await bucket.list()
	await uploadFiles(ctx, [mediaFileInMemory(0, 'video/mp4', film)])
	wire.clock.advance(DAY_MS + 1)
	let isLocked = true
	const remove = (key: string) => (isLocked && key === locked ? Promise.reject(new Error('locked')) : uploads.remove(key))
	const run = () => removeUnlinked({ ...ctx, uploads: { ...uploads, remove } }).catch((error: Error) => error.message)
	const outcomes = [await run(), await run()]
	expect(outcomes).toContain('locked')
	expect(await bucket.list()).toEqual([locked])
	isLocked = false
	expect(await run()).toBe(0)
	wire.clock.advance(3_600_001)
	expect([await run(), await bucket.list()]).toEqual([1, []])
})

test('a bucket that never answers fails after its timeout', async () => {
	const silent = createServer(() => {}).listen(0, '127.0.0.1')
	onTestFinished(() => silent.close().closeAllConnections())
	await new Promise((resolve) => silent.once('listening', resolve))
	const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/academy`
	const uploads = createS3Uploads({ url, region: 'auto', keyId: 'a', secret: 'b' }, { read: 50, write: 50 })
	await expect(uploads.read('one', 0, 1)).rejects.toThrow(/timeout/)
	const file = { contentType: 'video/mp4', bytes: film.length, read: () => Promise.resolve(film) }
	await expect(uploads.write('one', file)).rejects.toThrow(/timeout/)
})

test('files move to the bucket and back unchanged, and a damaged one isn’t moved', async () => {
	const bucket = await openBucket()
	const { wire, ctx } = await startLibrary(bucket.env)
	const id = await addFilm(ctx, [mediaFileInMemory(0, 'video/mp4', film)])
	expect(await moveMedia(ctx, 'bucket')).toBe(1)
	expect([await count(wire, 'media_chunks'), (await bucket.list()).length, await moveMedia(ctx, 'bucket')]).toEqual([0, 1, 0])
	const stored = { mediaId: id, variant: 0, objectKey: null, bytes: film.length }
	const beganBefore = await readMediaFile(ctx, stored)
	expect(beganBefore.equals(film)).toBe(true)
	expect(await moveMedia(ctx, 'database')).toBe(1)
	expect((await readMediaFile(ctx, stored)).equals(film)).toBe(true)
	await removeUnlinked(ctx)
	expect(await bucket.list()).toEqual([])

	const setChecksum = (checksum: Buffer) => wire.deps.db.updateTable('media_files').set({ checksum }).execute()
	await setChecksum(Buffer.alloc(32))
	await expect(moveMedia(ctx, 'bucket')).rejects.toThrow('is damaged')
	expect((await readMediaFile(ctx, stored)).equals(film)).toBe(true)
	await setChecksum(createHash('sha256').update(film).digest())
	await moveMedia(ctx, 'bucket')
	await setChecksum(Buffer.alloc(32))
	await expect(moveMedia(ctx, 'database')).rejects.toThrow('is damaged')
	expect(await count(wire, 'media_chunks')).toBe(0)
})

test('a download that began before a move continues from the new place', async () => {
	const bucket = await openBucket()
	const { wire, ctx } = await startLibrary(bucket.env)
	const id = await addFilm(ctx, [mediaFileInMemory(0, 'video/mp4', film)])
	const begin = async () => {
		const { body } = await ask(wire, `/media/${id}/film-4x3.mp4`)
		const reader = body?.getReader()
		const start = (await reader?.read())?.value ?? Buffer.alloc(0)
		return async () => {
			const parts = [start]
			for (let part = await reader?.read(); part?.value; part = await reader?.read()) parts.push(part.value)
			return Buffer.concat(parts).equals(film)
		}
	}
	const fromDatabase = await begin()
	await moveMedia(ctx, 'bucket')
	expect(await fromDatabase()).toBe(true)
	const fromBucket = await begin()
	await moveMedia(ctx, 'database')
	await removeUnlinked(ctx)
	expect([await bucket.list(), await fromBucket()]).toEqual([[], true])
	expect(wire.logLines.join('')).not.toContain('bucket of uploads failed')
})

test('without its setting, a file in the bucket answers 503 and the log names the setting', async () => {
	const { env } = await openBucket()
	const { wire, send } = await startLibrary(env)
	const { json } = await send({ bytes: square, name: 'square.png', fields: alt })
	wire.deps.uploads = null
	expect((await ask(wire, json.url)).status).toBe(503)
	expect(wire.logLines.join('')).toContain('UPLOADS_S3_URL is not set')
})

test('backups are written to a bucket, listed, read and deleted', async () => {
	const store = openS3Store((await openBucket()).settings)
	await store.write('daily/one', Buffer.from('first'))
	await store.write('daily/two', Buffer.from('second'))
	expect(await store.list('daily/')).toEqual([
		{ name: 'daily/one', bytes: 5 },
		{ name: 'daily/two', bytes: 6 },
	])
	expect(Buffer.from(await store.read('daily/two')).toString()).toBe('second')
	await store.remove(['daily/one', 'daily/two'])
	expect(await store.list('daily/')).toEqual([])
})
