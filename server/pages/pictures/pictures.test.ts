import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { loadedContent, loadEdited } from '#content/loaded.server.ts'
import { readShipped } from '#content/read-sources.server.ts'

import { drawPicture } from './draw.ts'
import { listPictures } from './pictures.ts'

const PUBLIC = path.join(import.meta.dirname, '../../../public')
const origin = listPictures(loadedContent)

/** Lists the pictures with some content files replaced. */
function listWith(edits: Record<string, (text: string) => string>) {
	const shipped = readShipped()
	return listPictures(loadEdited(new Map(Object.entries(edits).map(([file, edit]) => [file, edit(shipped.get(file) ?? '')]))))
}

const changedBy = (edits: Parameters<typeof listWith>[0]) => {
	const before = new Map(origin.map(({ file, inputs }) => [file, inputs]))
	return listWith(edits).filter(({ file, inputs }) => before.get(file) !== inputs)
}

const drawn = async (file: string) => Buffer.from(await drawPicture(origin.find((picture) => picture.file === file)!))
const shipped = (file: string) => readFileSync(path.join(PUBLIC, file))
const pixelsOf = async (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })

test('the committed pictures match the content', async () => {
	expect(await drawn('favicon.svg')).toEqual(shipped('favicon.svg'))
	// The palette may differ slightly between machines. A changed letter or color makes the mean difference larger than 0.1 of 255.
	for (const file of ['apple-touch-icon.png', 'icon-512.png', 'og/about.png', 'og/signup.png']) {
		const [now, before] = [await pixelsOf(await drawn(file)), await pixelsOf(shipped(file))]
		expect(now.info).toEqual(before.info)
		const difference = now.data.reduce((sum, value, at) => sum + Math.abs(value - (before.data[at] ?? 0)), 0) / now.data.length
		expect(difference, `${file}: run scripts/draw-link-pictures.ts`).toBeLessThan(0.1)
	}
})

test('an icon file holds its PNG', async () => {
	const icon = await drawn('favicon.ico')
	expect([icon.readUInt16LE(2), icon.readUInt16LE(4), icon[6], icon.readUInt32LE(14)]).toEqual([1, 1, 32, icon.length - 22])
	expect(await sharp(icon.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
})

test('a new color changes every picture, a new name the previews, a new title its own', () => {
	const blue = (text: string) => text.replaceAll('#cc3b14', '#1d4ed8')
	expect(changedBy({ 'brand.json': blue })).toHaveLength(origin.length)
	expect(changedBy({ 'logo.svg': (text) => text.replace('r="7"', 'r="6"') })).toHaveLength(origin.length)
	const renamed = changedBy({ 'site.json': (text) => text.replace('"Launchway"', '"Harbor Academy"') }).map(({ file }) => file)
	expect(renamed).toHaveLength(origin.length - 5)
	expect(renamed).not.toContain('favicon.svg')
	const retitled = changedBy({
		'articles/price-your-first-offer.md': (text) => text.replace(/^title: .*/m, 'title: Another title of this article'),
	})
	expect(retitled.map(({ file }) => file)).toEqual(['og/price-your-first-offer.png'])
})

test('the icon uses the brand’s color and mark', async () => {
	const [icon] = listWith({
		'brand.json': (text) => text.replaceAll('#cc3b14', '#1d4ed8'),
		'logo.svg': () => '<svg viewBox="0 0 10 10"><rect width="10" height="10" fill="var(--accent)"/></svg>',
	})
	expect((icon && (await drawPicture(icon)))?.toString()).toContain('<rect width="10" height="10" fill="#1d4ed8"/>')
})

test('long names, other scripts and symbols are drawn', async () => {
	const pictures = listWith({
		'site.json': (text) => text.replace('"Launchway"', JSON.stringify(`Školička Ženy & “Co” <b> 🚀 ${'long '.repeat(30)}end`)),
	})
	const picture = pictures.find(({ file }) => file === 'og.png')
	expect(picture && Buffer.from(await drawPicture(picture)).readUInt32BE(16)).toBe(1200)
})
