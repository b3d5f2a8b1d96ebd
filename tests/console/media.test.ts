import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { SITE, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { upload } from './upload.ts'

const dataDir = () => mkdtempSync(path.join(tmpdir(), 'media-'))
const startLibrary = async (env: Record<string, string> = {}) => {
	const folder = dataDir()
	const wire = await startWire({ env: { DATA_DIR: folder, ...env } })
	const operator = await openConsoleAs(wire, 'operator')
	return { wire, operator, folder, send: (sent: Parameters<typeof upload>[2]) => upload(wire, operator, sent) }
}

const picture = (width: number, height: number, background = '#c33') => sharp({ create: { width, height, channels: 3, background } })
const ask = (wire: Wire, address: string, headers: Record<string, string> = {}, method = 'GET') =>
	wire.app.request(new Request(new URL(address, SITE), { headers, method }))

test('a picture becomes WebP with smaller copies, upright, without metadata, and its URL is immutable', async () => {
	const { wire, send, folder } = await startLibrary()
	const photo = await picture(3000, 2000)
		.withExif({ IFD0: { Artist: 'Somebody', Copyright: 'secret place' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
		.withMetadata({ orientation: 6 })
		.jpeg()
		.toBuffer()
	const { status, json } = await send({ bytes: photo, name: 'My Sunset (2).JPG', fields: { alt: ' A red \n sky ' } })
	expect(status).toBe(201)
	expect(json).toMatchObject({ width: 1600, height: 2400, alt: 'A red sky', kind: 'picture' })
	expect(json.url).toMatch(/^\/media\/[\da-f-]{36}\/my-sunset-2-1600x2400\.webp$/)

	const shown = await ask(wire, String(json.url))
	expect([
		shown.status,
		shown.headers.get('content-type'),
		shown.headers.get('cache-control'),
		shown.headers.get('x-content-type-options'),
	]).toEqual([200, 'image/webp', 'public, max-age=31536000, immutable', 'nosniff'])
	expect(shown.headers.get('content-security-policy')).toMatch(/sandbox/)
	const bytes = Buffer.from(await shown.arrayBuffer())
	const meta = await sharp(bytes).metadata()
	expect([meta.format, meta.width, meta.height, meta.exif, meta.orientation, meta.icc]).toEqual([
		'webp',
		1600,
		2400,
		undefined,
		undefined,
		undefined,
	])
	expect(bytes.includes('secret place')).toBe(false)
	for (const width of [480, 960]) {
		const small = await ask(wire, `${String(json.url)}?w=${width}`)
		expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(width)
	}
	for (const wrong of ['?w=1600', '?w=0', '?w=x', '?w=-1']) expect((await ask(wire, `${String(json.url)}${wrong}`)).status).toBe(404)
	expect((await ask(wire, String(json.url).replace('my-sunset', 'other'))).status).toBe(404)
	expect((await ask(wire, String(json.url).replace('my-sunset', '%00'))).status).toBe(404)
	expect((await ask(wire, '/media/not-an-id/x.webp')).status).toBe(404)

	const again = await ask(wire, String(json.url), { 'if-none-match': shown.headers.get('etag') ?? '' })
	expect([again.status, await again.text()]).toEqual([304, ''])
	expect(readdirSync(folder, { recursive: true })).toEqual(['uploads'])
	const log = await wire.deps.db.selectFrom('operator_actions').select(['action', 'object_id']).execute()
	expect(log).toEqual([{ action: 'media_uploaded', object_id: json.id }])
})

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('%s is accepted, whatever the file name says', async (format) => {
	const { send } = await startLibrary()
	const bytes = await picture(40, 30).toFormat(format).toBuffer()
	expect(await send({ bytes, name: 'page.html', fields: { alt: 'Red' } })).toMatchObject({
		status: 201,
		json: { url: expect.stringMatching(/\/page-40x30\.webp$/) as string, width: 40, height: 30 },
	})
})
