import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { loadedContent } from '#content/loaded.server.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { readPublicTexts } from '#tests/e2e/setup/public-texts.ts'

const { libraryDocuments, disclaimers } = loadedContent

/**
 * Returns the sequences of words that are too long to recur by chance. Leaves out the income note, which many pages repeat on
 * purpose.
 */
const sentencesOf = (text: string): string[] => text.replaceAll(disclaimers.incomeNoteLong, '').match(/[A-Za-z ,.]{45,}/g) ?? []

/**
 * Returns a predicate for sentences that occur in a public text. Duplicate passages are dropped first, because most pages repeat those of
 * the others.
 */
function findPublic(texts: readonly string[], sentences: readonly string[]): (sentence: string) => boolean {
	const least = Math.min(...sentences.map(({ length }) => length))
	const sequence = new RegExp(`[A-Za-z ,.]{${least},}`, 'g')
	const all = [...new Set(texts.flatMap((text) => text.match(sequence) ?? []))].join('\n')
	return (sentence) => all.includes(sentence)
}

const readLessons = (): [name: string, text: string][] =>
	readdirSync('content/course', { recursive: true, encoding: 'utf8' })
		.filter((file) => /module-[2-6]\/lessons\/.*\.md$/.test(file))
		.map((file) => [file, readFileSync(join('content/course', file), 'utf8')])

// A single test, because reading every public text takes long.
test('no public file contains text of modules 2 to 6 or of a paid document', async ({ request }) => {
	const built = await readPublicTexts(request)
	const isPublic = (words: string) => built.some((text) => text.includes(words))
	expect(isPublic('Module 1 left you with a path.'), 'what is public is found').toBe(true)
	const lessons = readLessons()
	expect(lessons).toHaveLength(40)
	const paid = [...libraryDocuments.values()].filter(({ access }) => access === 'paid')
	expect(paid.length).toBeGreaterThan(15)
	for (const { slug, summary } of paid) expect(isPublic(summary), `the summary of ${slug} is found`).toBe(true)

	const documents = paid.map((document): [string, string[]] => {
		const body = document.kind === 'sheet' ? [document.howTo, document.sheets] : document.blocks
		return [document.slug, sentencesOf(JSON.stringify(body)).map((sentence) => sentence.trim())]
	})
	const secret = [...lessons.map(([file, text]): [string, string[]] => [file, sentencesOf(text)]), ...documents]
	const isRepeated = findPublic(
		built,
		secret.flatMap(([, sentences]) => sentences),
	)
	const first = readFileSync('content/course/module-1/lessons/' + readdirSync('content/course/module-1/lessons')[0], 'utf8')
	expect(sentencesOf(first).filter(isRepeated), 'a public lesson is found').not.toEqual([])
	for (const [name, sentences] of secret) {
		expect(sentences.length, name).toBeGreaterThan(0)
		expect(sentences.filter(isRepeated), name).toEqual([])
	}
})
