import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const PROJECT = path.resolve(import.meta.dirname, '..')
const LESSON = 'course/module-2/lessons/first-sale.md'

const PROGRAM = `
	import { loadEdited } from '#content/loaded.server.ts'
	import { readLegacyEdits } from '#content/read-sources.server.ts'
	const { site, taughtModule, readLesson, articles, libraryDocuments, offers, fillPromises } = loadEdited(readLegacyEdits())
	process.stdout.write(JSON.stringify({
		name: site.name,
		price: offers[0].amountCents,
		said: fillPromises('{price}'),
		module: taughtModule(2).title,
		article: articles.find(({ id }) => id === 'price-your-first-offer').title,
		document: libraryDocuments.get('strategy-page').title,
		lesson: readLesson(2, 'first-sale').title,
		added: [taughtModule(2).sections.find(({ id }) => id === 'extra')?.lessonId, readLesson(2, 'extra')?.title],
	}))`

function readWith(contentDir: string): unknown {
	const args = ['--input-type=module-typescript', '--eval', PROGRAM]
	return JSON.parse(
		execFileSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8', env: { ...process.env, CONTENT_DIR: contentDir } }),
	)
}

/** Adds a section with its lesson, as an operator would. */
function addSection(folder: string): void {
	const file = path.join(folder, 'course/module-2/module.json')
	const section = '{ "id": "extra", "title": "Extra", "summary": "One more." }'
	writeFileSync(file, readFileSync(file, 'utf8').replace('"sections": [', `"sections": [${section}, `))
	const lesson = readFileSync(path.join(PROJECT, 'content', LESSON), 'utf8').replace(/^title: .*$/m, 'title: An Added Lesson')
	mkdirSync(path.join(folder, 'course/module-2/lessons'), { recursive: true })
	writeFileSync(path.join(folder, 'course/module-2/lessons/extra.md'), lesson)
}

test('an edit replaces the shipped text, and derived counts follow', () => {
	const folder = path.join(tmpdir(), `edited-${process.pid}`)
	const origin = readWith(folder)
	const edit = (file: string, from: string, to: string) => {
		const text = readFileSync(path.join(PROJECT, 'content', file), 'utf8')
		expect(text).toContain(from)
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
		writeFileSync(path.join(folder, file), text.replace(from, to))
	}
	const titleOf = (file: string) => /^title: (.*)$/m.exec(readFileSync(path.join(PROJECT, 'content', file), 'utf8'))?.[0] ?? ''
	edit('site.json', '"name": "Launchway"', '"name": "Harbor"')
	edit('offers.json', '"amountCents": 4700', '"amountCents": 5900')
	edit('course/module-2/module.json', '"title": "', '"title": "New: ')
	addSection(folder)
	for (const file of ['articles/price-your-first-offer.md', 'documents/strategy-page.md', LESSON])
		edit(file, titleOf(file), 'title: Edited')

	expect(origin).toMatchObject({ name: 'Launchway', price: 4700, said: '$47' })
	const edited = {
		name: 'Harbor',
		price: 5900,
		said: '$59',
		module: expect.stringMatching(/^New: /),
		article: 'Edited',
		document: 'Edited',
		lesson: 'Edited',
		added: ['extra', 'An Added Lesson'],
	}
	expect(readWith(folder)).toEqual(edited)
	// Simulates a publication killed between its two renames.
	renameSync(folder, `${folder}.last`)
	expect(readWith(folder)).toEqual(edited)
	mkdirSync(folder)
	expect(readWith(folder)).toEqual(origin)
})
