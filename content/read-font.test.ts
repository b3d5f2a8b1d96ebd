// regression decompression-bombs
import { readFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import subsetFont from 'subset-font'
import { expect, test } from 'vitest'

import { readFont } from './read-font.ts'

const BESLEY = readFileSync('node_modules/@expo-google-fonts/besley/600SemiBold/Besley_600SemiBold.ttf')
const NOTO = readFileSync('node_modules/@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')

/** Returns the font with one value changed in a table; `offset` counts from the table's start. */
function patch(font: Buffer, tag: string, [offset, value]: readonly [number, number]): Buffer {
	const changed = Buffer.from(font)
	const tables = changed.readUInt16BE(4)
	for (let at = 12; at < 12 + tables * 16; at += 16)
		if (changed.toString('latin1', at, at + 4) === tag) changed.writeUInt16BE(value, changed.readUInt32BE(at + 8) + offset)
	return changed
}
const FS_TYPE = 8

/** Returns the WOFF2 font with an additional table that contains only zeros. */
function swell(font: Buffer, bytes: number): Buffer {
	const packed = font.readUInt32BE(20)
	const [start, tables] = [0, 1, 2, 3]
		.map((padding) => font.length - padding - packed)
		.flatMap((at) => {
			try {
				return [[at, brotliDecompressSync(font.subarray(at, at + packed))] as const]
			} catch {
				return [] // the compressed data starts at another offset
			}
		})
		.at(0) ?? [0, Buffer.alloc(0)]
	const all = brotliCompressSync(Buffer.concat([tables, Buffer.alloc(bytes)]))
	const length = [21, 14, 7, 0].map((shift) => ((bytes >> shift) & 0x7f) | (shift > 0 ? 0x80 : 0))
	const swollen = Buffer.concat([font.subarray(0, start), Buffer.from([0x3f]), Buffer.from('zero'), Buffer.from(length), all])
	swollen.writeUInt16BE(font.readUInt16BE(12) + 1, 12)
	swollen.writeUInt32BE(all.length, 20)
	return swollen
}

test('font metrics are relative to the font size, and glyphs become outlines', () => {
	const result = readFont(BESLEY)
	if (!result.ok) throw new Error(result.problem)
	const { outline, ...measures } = result.font
	expect(measures).toEqual({
		name: 'Besley SemiBold',
		isSerif: true,
		ascent: 1.25,
		descent: 0.425,
		width: expect.closeTo(0.5244, 4) as number,
		axes: {},
	})
	const wide = outline('Wide')
	expect(wide.d).toMatch(/^M[\d.-]/)
	expect(wide.width).toBeGreaterThan(outline('Wi').width)
})

test('serifs are detected from the font’s tables, with sans serif as default', () => {
	const isSerif = (font: Buffer) => {
		const result = readFont(font)
		return result.ok && result.font.isSerif
	}
	expect(isSerif(NOTO)).toBe(false)
	expect(isSerif(patch(BESLEY, 'OS/2', [30, 0]))).toBe(false)
	expect(isSerif(patch(NOTO, 'OS/2', [32, 0x0203]))).toBe(true)
})

test('a variable font is fixed at the heading weight or the nearest one', () => {
	const result = readFont(readFileSync('app/assets/fonts/besley-launchway.woff2'))
	expect(result).toMatchObject({ ok: true, font: { axes: { wght: 600 } } })
})

test.each([
	['text', Buffer.from('no font, but long enough to look like one'), 'It isn’t a readable font'],
	['nothing', Buffer.alloc(0), 'It isn’t a readable font'],
	['a truncated font', BESLEY.subarray(0, 400), 'It isn’t a readable font'],
	['only the start of a WOFF2 file', readFileSync('app/assets/fonts/besley-launchway.woff2').subarray(0, 200), 'It isn’t a readable font'],
	[
		'a font without digits',
		await subsetFont(BESLEY, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,:?!-'", { targetFormat: 'woff2' }),
		'It lacks 0 1 2 3 4 5 6 7 …',
	],
	['a font without an ascender', patch(BESLEY, 'hhea', [4, 0]), 'Its metrics are invalid'],
	['a license that forbids embedding', patch(BESLEY, 'OS/2', [FS_TYPE, 2]), 'doesn’t allow embedding'],
	['a license for viewing', patch(BESLEY, 'OS/2', [FS_TYPE, 4]), 'documents for viewing and printing'],
	['a license that forbids cutting', patch(BESLEY, 'OS/2', [FS_TYPE, 0x100]), 'doesn’t allow subsetting'],
])('%s is refused with the reason', (_what, bytes, words) => {
	expect(readFont(bytes)).toEqual({ ok: false, problem: expect.stringContaining(words) as string })
})

test('a font that would decompress too large, or declares no size, isn’t decompressed', async () => {
	const letters = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')
	const small = await subsetFont(BESLEY, letters, { targetFormat: 'woff2' })
	expect(readFont(swell(small, 1_000_000)).ok).toBe(true)
	const refused = { ok: false, problem: expect.stringContaining('It isn’t a readable font') as string }
	expect(readFont(swell(small, 10_000_000))).toEqual(refused)
	expect(readFont(await subsetFont(BESLEY, letters, { targetFormat: 'woff' }))).toEqual(refused)
})

test('a license that allows installing or editing is accepted', () => {
	expect([0, 8].map((bits) => readFont(patch(BESLEY, 'OS/2', [FS_TYPE, bits])).ok)).toEqual([true, true])
})
