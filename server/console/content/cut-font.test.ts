import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { readFont } from '#content/read-font.ts'

import { cutFont } from './cut-font.ts'

const NOTO = readFileSync('node_modules/@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')

test('of a font with letters of many languages the Latin ones are left, as WOFF2', async () => {
	const cut = await cutFont(NOTO)
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

test('a variable font becomes one of the weight of headings', async () => {
	const cut = await cutFont(readFileSync('app/assets/fonts/besley-launchway.woff2'))
	if (!cut.ok) throw new Error(cut.problem)
	expect(readFont(Buffer.from(cut.data, 'base64'))).toMatchObject({ ok: true, font: { axes: {} } })
})

test('what is no font, or a damaged one, is refused in words, and the server goes on', async () => {
	expect(await cutFont(Buffer.from('GIF89a'))).toEqual({
		ok: false,
		problem: 'It is no font that can be read: a TTF, OTF or WOFF2 file is needed.',
	})
	const damaged = Buffer.from(NOTO)
	damaged.fill(0xff, 20_000, damaged.length - 20_000)
	expect(await cutFont(damaged)).toMatchObject({ ok: false, problem: expect.any(String) as string })
})
