import { existsSync, mkdtempSync, readdirSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { makeZip } from '#tests/factories/downloads.ts'
import { makeFilm } from '#tests/factories/film.ts'
import { SITE, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { upload } from './upload.ts'

const startLibrary = async (env: Record<string, string> = {}) => {
	const folder = mkdtempSync(path.join(tmpdir(), 'media-'))
	const wire = await startWire({ env: { DATA_DIR: folder, ...env } })
	const operator = await openConsoleAs(wire, 'operator')
	return { wire, operator, folder, send: (sent: Parameters<typeof upload>[2]) => upload(wire, operator, sent) }
}

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } })
const alt = { alt: 'A picture' }

/** Files of a folder that this process keeps open, as Linux lists them: also deleted ones, whose space isn't free yet. */
const listOpenFiles = (folder: string) =>
	(existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : []).flatMap((fd) => {
		try {
			const file = readlinkSync(`/proc/self/fd/${fd}`)
			return file.startsWith(folder) ? [file] : []
		} catch {
			return [] // closed in the meantime
		}
	})

async function findLeft({ deps: { db } }: Wire, folder: string) {
	const rows = []
	for (const table of ['media', 'media_files', 'media_chunks'] as const)
		rows.push(
			Number(
				(
					await db
						.selectFrom(table)
						.select((eb) => eb.fn.countAll().as('n'))
						.executeTakeFirstOrThrow()
				).n,
			),
		)
	return [...rows, ...readdirSync(folder, { recursive: true }).filter((name) => name !== 'uploads'), ...listOpenFiles(folder)]
}
const NOTHING = [0, 0, 0]

/** Creates a PNG of a few bytes whose header claims this size. */
async function pretend(width: number, height: number): Promise<Buffer> {
	const { crc32 } = await import('node:zlib')
	const png = await picture(8, 8).png().toBuffer()
	png.writeUInt32BE(width, 16)
	png.writeUInt32BE(height, 20)
	png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
	return png
}

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${inside}</svg>`
const jpeg = await picture(600, 400).jpeg().toBuffer()

const REFUSED: readonly [what: string, bytes: Buffer | string, words: string][] = [
	['a page', '<!doctype html><script>alert(1)</script>', 'This kind of file can’t be used.'],
	['a PDF that is cut off', '%PDF-1.7 and more', 'damaged or cut off'],
	['a document with macros', makeZip('[Content_Types].xml', 'word/vbaProject.bin'), 'This document contains macros'],
	['a picture of an iPhone (HEIC)', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'This kind of file can’t be used.'],
	['a QuickTime film', Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1'), 'This kind of file can’t be used.'],
	['a TIFF', await picture(8, 8).tiff().toBuffer(), 'This kind of file can’t be used.'],
	['an empty file', '', 'Choose a file'],
	['a picture that is cut off', jpeg.subarray(0, jpeg.length - 800), 'damaged or cut off'],
	['the first bytes of a picture', jpeg.subarray(0, 4), 'damaged or cut off'],
	[
		'a page with the first bytes of a PNG',
		Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), Buffer.from('<script>')]),
		'damaged or cut off',
	],
	['a bomb of four gigapixels', await pretend(65_000, 65_000), 'too many pixels'],
	['one pixel row more than the limit', await pretend(8000, 8001), 'too many pixels'],
	['an SVG with a script', svg('<script>alert(1)</script>'), 'This SVG can’t be used'],
	['an SVG with a handler', svg('<path d="M0 0" onload="alert(1)"/>'), 'This SVG can’t be used'],
	['an SVG with a foreign picture', svg('<image href="https://a.example/a.png"/>'), 'This SVG can’t be used'],
	['an SVG with an entity', `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, 'can’t be used'],
	['an MP4 that is cut off', Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41\0\0\x10\0moov', 'latin1'), 'This video can’t be read'],
	['captions in place of a picture', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n', 'Open the video that these captions belong to'],
]

test('an unusable picture, video or file is refused with a plain message, and nothing is stored', async () => {
	const { wire, send, folder } = await startLibrary()
	for (const [what, bytes, words] of REFUSED) {
		const { status, json } = await send({ bytes, name: 'photo.jpg', fields: alt })
		expect([what, status, json]).toEqual([what, 422, { message: expect.stringContaining(words) as string }])
		expect([what, ...(await findLeft(wire, folder))]).toEqual([what, ...NOTHING])
	}
})

test('a picture that is also valid HTML is re-encoded without the HTML', async () => {
	const { wire, send } = await startLibrary()
	const { json } = await send({ bytes: Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]), fields: alt })
	const stored = Buffer.from(await (await wire.app.request(new Request(new URL(String(json.url), SITE)))).arrayBuffer())
	expect([stored.includes('script'), stored.toString('latin1', 0, 4)]).toEqual([false, 'RIFF'])
})

test('a picture needs a description of at most 500 characters', async () => {
	const { send } = await startLibrary()
	expect(await send({ bytes: jpeg })).toMatchObject({ status: 422, json: { message: 'Describe the picture for people who can’t see it.' } })
	expect((await send({ bytes: jpeg, fields: { alt: 'x'.repeat(501) } })).status).toBe(422)
	expect((await send({ bytes: jpeg, fields: { alt: 'x'.repeat(500) } })).status).toBe(201)
})

test('a video is accepted up to the limit, with or without Content-Length, and a larger one leaves nothing', async () => {
	const { wire, send, folder, operator } = await startLibrary({ MEDIA_VIDEO_MB: '1' })
	const overhead = makeFilm(0).length
	const large = 'This video is too large. Up to 1 MB can be uploaded.'
	expect(await send({ bytes: makeFilm(1_000_001 - overhead) })).toMatchObject({ status: 413, json: { message: large } })
	expect(await send({ bytes: makeFilm(3_000_000) })).toMatchObject({ status: 413, json: { message: large } })
	expect(await findLeft(wire, folder)).toEqual(NOTHING)

	// A body sent in chunks, without a length, is refused as soon as it exceeds the limit.
	let sent = 0
	const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`
	const body = new ReadableStream({
		pull(controller) {
			controller.enqueue(sent === 0 ? Buffer.concat([Buffer.from(head), makeFilm(200_000)]) : Buffer.alloc(200_000))
			sent += 200_000
			if (sent > 500_000_000) controller.close()
		},
	})
	const headers = { cookie: operator.cookie(), origin: SITE, accept: 'application/json', 'content-type': 'multipart/form-data; boundary=x' }
	const answer = await wire.app.request(
		new Request(new URL('/admin/media', SITE), { method: 'POST', body, headers, duplex: 'half' } as RequestInit),
	)
	expect([answer.status, await answer.json(), sent < 3_000_000]).toEqual([413, { message: large }, true])
	expect(await findLeft(wire, folder)).toEqual(NOTHING)

	expect(await send({ bytes: makeFilm(1_000_000 - overhead), name: 'Intro.mp4' })).toMatchObject({
		status: 201,
		json: { url: expect.stringMatching(/\/intro-320x180\.mp4$/) as string, width: 320, height: 180, kind: 'video' },
	})
})

test('an interrupted upload leaves nothing', async () => {
	const { wire, operator, folder } = await startLibrary()
	let parts = 0
	const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`
	const body = new ReadableStream({
		pull(controller) {
			parts += 1
			if (parts === 1) controller.enqueue(Buffer.concat([Buffer.from(head), makeFilm(600_000)]))
			else controller.error(new Error('the connection is gone'))
		},
	})
	const headers = { cookie: operator.cookie(), origin: SITE, accept: 'application/json', 'content-type': 'multipart/form-data; boundary=x' }
	const answer = await wire.app.request(
		new Request(new URL('/admin/media', SITE), { method: 'POST', body, headers, duplex: 'half' } as RequestInit),
	)
	expect([answer.status, await answer.json()]).toEqual([400, { message: 'The upload was cut off. Try again.' }])
	expect(await findLeft(wire, folder)).toEqual(NOTHING)
})

test('parallel uploads can’t exceed the library’s limit', async () => {
	const { wire, send } = await startLibrary({ MEDIA_STORAGE_MB: '10' })
	const answers = await Promise.all(Array.from({ length: 6 }, () => send({ bytes: makeFilm(3_000_000) })))
	expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 201, 201, 413, 413, 413])
	expect(answers.find(({ status }) => status === 413)?.json.message).toContain('The media library is full (10 MB).')
	expect(await wire.countRows('media')).toBe(3)
	expect((await wire.deps.db.selectFrom('media_files').select('media_id').execute()).length).toBe(3)
})

test('uploads by support, from another site or with an old session are refused before the file is read', async () => {
	const { wire, send, operator, folder } = await startLibrary()
	const support = await openConsoleAs(wire, 'support')
	expect(await upload(wire, support, { bytes: jpeg, fields: alt })).toMatchObject({
		status: 403,
		json: { message: 'Only operators can do this. Your role is support.' },
	})
	expect(await upload(wire, { cookie: () => '', formToken: () => '' }, { bytes: jpeg, fields: alt })).toMatchObject({ status: 403 })
	expect((await send({ bytes: jpeg, fields: alt, headers: { accept: 'application/json', origin: 'https://elsewhere.test' } })).status).toBe(
		403,
	)
	expect((await upload(wire, { ...operator, formToken: () => 'x' }, { bytes: jpeg, fields: alt })).status).toBe(403)
	expect(await findLeft(wire, folder)).toEqual(NOTHING)
})

test.each([
	['a range in the middle', 'bytes=600000-600009', 206, 'bytes 600000-600009/1048576', 10],
	['over the border of two pieces', 'bytes=524280-524299', 206, 'bytes 524280-524299/1048576', 20],
	['the last bytes', 'bytes=-5', 206, 'bytes 1048571-1048575/1048576', 5],
	['to the end', 'bytes=1048000-', 206, 'bytes 1048000-1048575/1048576', 576],
	['from behind the end', 'bytes=1048576-', 416, 'bytes */1048576', 0],
	['several ranges', 'bytes=0-1,4-5', 200, null, 1_048_576],
])('%s of a video is answered correctly', async (_name, range, status, contentRange, length) => {
	const { wire, send } = await startLibrary()
	const bytes = makeFilm(1_048_576 - makeFilm(0).length)
	const { json } = await send({ bytes })
	const ask = (headers: Record<string, string>, method = 'GET') =>
		wire.app.request(new Request(new URL(String(json.url), SITE), { headers, method }))
	const answer = await ask({ range })
	const got = Buffer.from(await answer.arrayBuffer())
	expect([answer.status, answer.headers.get('content-range'), got.length]).toEqual([status, contentRange, length])
	const [, from, to] = /^bytes (\d+)-(\d+)/.exec(contentRange ?? '') ?? []
	if (from && to) expect(got.equals(bytes.subarray(Number(from), Number(to) + 1))).toBe(true)
	if (status !== 416) expect(answer.headers.get('content-length')).toBe(String(length))
	// If the file has changed, a range request must not return the rest of the new one.
	const [same, other] = [await ask({ range, 'if-range': answer.headers.get('etag') ?? '' }), await ask({ range, 'if-range': '"other"' })]
	expect([same.status, other.status]).toEqual([status, 200])
	const head = await ask({}, 'HEAD')
	expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1048576', ''])
})
