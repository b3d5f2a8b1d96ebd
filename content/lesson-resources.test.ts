import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { loadedContent } from './loaded.server.ts'
import { parseLesson } from './parse-lesson.ts'

const { libraryDocuments, downloadById } = loadedContent

/** File format that each resource type promises; templates may have any. */
const PROMISED: Readonly<Record<string, string>> = { doc: 'docx', pdf: 'pdf', sheet: 'xlsx' }

const files = ['course', 'tracks'].flatMap((folder) =>
	readdirSync(new URL(`./${folder}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.md'))
		.map((name) => `./${folder}/${name}`),
)

test('resources announced as document, sheet or PDF have that format', () => {
	const library = libraryDocuments
	const wrong = files.flatMap((file) => {
		const parsed = parseLesson(readFileSync(new URL(file, import.meta.url), 'utf8'), { moduleId: 1, id: 'any' })
		if (!parsed.ok) throw new Error(`${file} is no lesson`)
		return parsed.lesson.resources.flatMap(({ title, type, link, file: download }) => {
			const format = PROMISED[type]
			const slug = link?.startsWith('/templates#') ? link.slice('/templates#'.length) : null
			const given =
				download === undefined ? (slug === null ? [] : library.get(slug)?.formats) : [downloadById(download).href?.split('.').at(-1)]
			const isOpen = format !== undefined && (download !== undefined || slug !== null)
			return isOpen && !given?.some((name) => name === format) ? [`${file}: ${title} is called ${type}`] : []
		})
	})
	expect(files.length).toBeGreaterThan(50)
	expect(wrong).toEqual([])
})
