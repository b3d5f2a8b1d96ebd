import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { content, loadEdited } from '#content/loaded.server.ts'
import { readShipped } from '#content/read-sources.server.ts'

import { drawPicture } from './draw.ts'
import { listPictures } from './pictures.ts'

const PUBLIC = path.join(import.meta.dirname, '../../../public')
const origin = listPictures(content)

/** Lists the pictures with some content files replaced. */
function listWith(edits: Record<string, (text: string) => string>) {
	const shipped = readShipped()
	return listPictures(loadEdited(new Map(Object.entries(edits).map(([file, edit]) => [file, edit(shipped.get(file) ?? '')]))))
}

const changedBy = (edits: Parameters<typeof listWith>[0]) => {
	const before = new Map(origin.map(({ file, about }) => [file, about]))
	return listWith(edits).filter(({ file, about }) => before.get(file) !== about)
}

test('the pictures in public are those that the content gives', async () => {
	for (const file of ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png', 'og/about.png']) {
		const picture = origin.find((candidate) => candidate.file === file)
		expect(
			picture && Buffer.from(await drawPicture(picture)).equals(readFileSync(path.join(PUBLIC, file))),
			`${file}: run scripts/draw-link-pictures.ts`,
		).toBe(true)
	}
})

test('a color changes every picture, a name the previews, a title its own', () => {
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

test('the icon is drawn in the color and with the mark of the brand', async () => {
	const [icon] = listWith({
		'brand.json': (text) => text.replaceAll('#cc3b14', '#1d4ed8'),
		'logo.svg': () => '<svg viewBox="0 0 10 10"><rect width="10" height="10" fill="var(--accent)"/></svg>',
	})
	expect((icon && (await drawPicture(icon)))?.toString()).toContain('<rect width="10" height="10" fill="#1d4ed8"/>')
})

test('a long name, letters of other languages and what is no letter are drawn', async () => {
	const pictures = listWith({
		'site.json': (text) => text.replace('"Launchway"', JSON.stringify(`Školička Ženy & “Co” <b> 🚀 ${'long '.repeat(30)}end`)),
	})
	const picture = pictures.find(({ file }) => file === 'og.png')
	expect(picture && Buffer.from(await drawPicture(picture)).readUInt32BE(16)).toBe(1200)
})
