// regression decompression-bombs
import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'

import { readFont } from '#content/read-font.ts'

import { subsetFont } from './subset-font.ts'

const NOTO = readFileSync('node_modules/@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')

test('a font is subset to Latin characters and converted to WOFF2', async () => {
	const cut = await subsetFont(NOTO)
	if (!cut.ok) throw new Error(cut.problem)
	expect(cut.name).toBe('Noto Sans Bold')
	const bytes = Buffer.from(cut.data, 'base64')
	expect(bytes.toString('latin1', 0, 4)).toBe('wOF2')
	expect(bytes.length).toBeLessThan(60_000)
	const [whole, small] = [readFont(NOTO), readFont(bytes)]
	if (!whole.ok || !small.ok) throw new Error('both are fonts')
	const { outline: _one, ...before } = whole.font
	const { outline, ...after } = small.font
	expect(after).toEqual(before)
	expect(outline('Łódź').d).toBe(whole.font.outline('Łódź').d)
	expect(outline('Ж').d).not.toBe(whole.font.outline('Ж').d)
})

test('a variable font is fixed at the heading weight', async () => {
	const cut = await subsetFont(readFileSync('app/assets/fonts/besley-launchway.woff2'))
	if (!cut.ok) throw new Error(cut.problem)
	expect(readFont(Buffer.from(cut.data, 'base64'))).toMatchObject({ ok: true, font: { axes: {} } })
})

test('a file that is no font or damaged is refused with a message, and the server keeps running', async () => {
	expect(await subsetFont(Buffer.from('GIF89a'))).toEqual({
		ok: false,
		problem: 'It isn’t a readable font. Upload a TTF, OTF or WOFF2 file.',
	})
	const damaged = Buffer.from(NOTO)
	damaged.fill(0xff, 20_000, damaged.length - 20_000)
	expect(await subsetFont(damaged)).toMatchObject({ ok: false, problem: expect.any(String) as string })
})

test('a font that decompresses to far more than declared is refused before decompression', async () => {
	const font = readFileSync('app/assets/fonts/besley-launchway.woff2')
	const packed = font.readUInt32BE(20)
	const header = font.subarray(0, font.length - Math.ceil(packed / 4) * 4)
	// 200 MB of zeros in a few hundred bytes.
	const bomb = brotliCompressSync(Buffer.alloc(200_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
	const file = Buffer.concat([header, bomb, Buffer.alloc((4 - (bomb.length % 4)) % 4)])
	file.writeUInt32BE(file.length, 8)
	file.writeUInt32BE(bomb.length, 20)
	const before = process.memoryUsage()
	expect(readFont(file)).toMatchObject({ ok: false })
	const { rss, arrayBuffers } = process.memoryUsage()
	expect([arrayBuffers - before.arrayBuffers < 20_000_000, rss - before.rss < 100_000_000]).toEqual([true, true])
	expect(await subsetFont(file)).toMatchObject({ ok: false, problem: expect.stringContaining('It isn’t a readable font') as string })
})

test('a glyph that references itself is refused, and the server keeps running', async () => {
	const font = Buffer.from(NOTO)
	const tables = new Map<string, { offset: number; length: number }>()
	for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16)
		tables.set(font.toString('latin1', at, at + 4), { offset: font.readUInt32BE(at + 8), length: font.readUInt32BE(at + 12) })
	const [loca, glyf] = [tables.get('loca'), tables.get('glyf')]
	if (!loca || !glyf) throw new Error('the font has letters')
	const glyph = (create(font) as Font).glyphForCodePoint(65).id
	const isLong = font.readInt16BE((tables.get('head')?.offset ?? 0) + 50) === 1
	const start = isLong ? font.readUInt32BE(loca.offset + glyph * 4) : font.readUInt16BE(loca.offset + glyph * 2) * 2
	// A composite glyph with a single component: itself.
	font.writeInt16BE(-1, glyf.offset + start)
	font.writeUInt16BE(0, glyf.offset + start + 10)
	font.writeUInt16BE(glyph, glyf.offset + start + 12)
	expect(await subsetFont(font)).toMatchObject({ ok: false })
	expect(await subsetFont(NOTO)).toMatchObject({ ok: true })
})
