import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import page from '#content/course/module-2/module.json' with { type: 'json' }

import { countCourse, countTracks, printCourse } from './course-table.ts'

const RECALL = '```recall\nid: one\nquestion: Yes?\noptions: [Yes indeed, No]\ncorrect: 0\nexplanation: So.\n```'
const FIGURE = '```figure\nkind: odds\ntitle: Ten\nalt: All of ten.\ntotal: 10\ngroups: [{label: All, count: 10}]\n```'
const LESSON = `---
title: One
duration: 10 minutes
difficulty: Beginner
steps: [Do it]
examples: []
task: { title: T, description: D, timeEstimate: 5 minutes, deliverable: A note }
quiz:
  - { id: first, question: Yes?, options: [Yes indeed, No], correct: 0, explanation: Because. }
resources:
  - { title: Sheet, type: sheet, description: D, link: /templates#sheet }
  - { title: File, type: template, description: D, file: worksheet }
  - { title: Tool, type: tool, description: D, link: /hustler-quiz }
---
Three words here.

${RECALL}

${FIGURE}
`

const sections = ['written', 'empty'].map((id) => ({ id, title: id, summary: id }))
const SOURCES = new Map([
	['course/module-2/module.json', JSON.stringify({ ...page, sections, roadmap: [] })],
	['course/module-2/lessons/written.md', LESSON],
])

test('a lesson named after its section and an empty section are counted', () => {
	expect(countCourse(SOURCES)).toEqual([
		{
			title: 'Module 2: Building Your First Income Stream',
			rows: [
				{ section: 'written', words: 3, graded: 1, recall: 1, figures: 1, exercises: 0, documents: 2 },
				{ section: 'empty', words: 0, graded: 0, recall: 0, figures: 0, exercises: 0, documents: 0 },
			],
		},
	])
})

test('the table has a row per section, and totals', () => {
	const tracks = [{ title: 'Career track: Writer', rows: countCourse(SOURCES)[0]!.rows.slice(0, 1) }]
	const lines = printCourse(countCourse(SOURCES), tracks).split('\n')
	expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual([
		['words', 'graded', 'recall', 'figures', 'exercises', 'documents'],
		['Module 2: Building Your First Income Stream'],
		['written', '3', '1', '1', '1', '·', '2'],
		['empty', '·', '·', '·', '·', '·', '·'],
		['2 sections', '3', '1', '1', '1', '·', '2'],
		['The whole course'],
		['2 sections', '3', '1', '1', '1', '·', '2'],
		['Career track: Writer'],
		['written', '3', '1', '1', '1', '·', '2'],
		['1 lessons', '3', '1', '1', '1', '·', '2'],
		['All career tracks'],
		['1 lessons', '3', '1', '1', '1', '·', '2'],
	])
	for (const line of lines) expect(line.length).toBeLessThanOrEqual(110)
})

test('scripts/course-contents.txt matches the course', async () => {
	const files = (await readdir('content', { recursive: true })).filter((file) => /^(?:course\/|tracks).*\.(?:json|md)$/.test(file))
	const sources = new Map(await Promise.all(files.map(async (file) => [file, await readFile(`content/${file}`, 'utf8')] as const)))
	const shown = await readFile('scripts/course-contents.txt', 'utf8')
	expect(
		shown.includes(printCourse(countCourse(sources), countTracks(sources))),
		'copy the table of npm run check:content into scripts/course-contents.txt',
	).toBe(true)
})
