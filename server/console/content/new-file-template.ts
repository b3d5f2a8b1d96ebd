import { readFileSync } from 'node:fs'
import path from 'node:path'

import { ARTICLE_FILE, findTitle, LESSON_FILE, MODULE_FILE } from '#content/check-file.ts'
import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import { OWN_PAGE_FILE } from '#content/own-pages.ts'
import { courseFolder } from '#content/read-sources.server.ts'
import { printScalar } from '#content/rewrite-yaml.ts'
import { DARK_LOGO_FILE } from '#content/schema/logo.ts'
import { MAX_MODULE_ID } from '#domain/gating/check-module-access.ts'

/** Returns the initial text of a new lesson. Its empty body is reported as an error until it is written. */
export const newLesson = (title: string, duration = '30 minutes') => `---
title: ${printScalar(title)}
duration: ${printScalar(duration)}
difficulty: Beginner
steps: []
examples: []
quiz: []
resources: []
---

`

const newArticle = (title: string) => `---
title: ${printScalar(title)}
excerpt: ""
author: The editors
date: ""
category: ""
art: desk
related:
  - ""
  - ""
---

## A first part

`

const readCourseJson = (file: string): unknown => JSON.parse(readFileSync(path.join(courseFolder, file), 'utf8'))

/** Returns a module file based on an existing module: texts that all modules share are copied, the others are empty. */
export function newModule(id: number): string {
	const [first, second = first] = (readCourseJson('course.json') as { modules: { id: number }[] }).modules
	const model = readCourseJson(`module-${second?.id}/module.json`) as Record<string, unknown> & { completion: object }
	const { subtitle: _, goals: __, projectChoice: ___, ...words } = model
	const own = {
		id,
		title: '',
		details: [{ label: '', value: '' }],
		outcomes: [],
		sections: [{ id: 'first-section', title: '' }],
		roadmap: [],
		downloadIds: [],
		startButtonLabel: '',
		overviewDownload: null,
		completion: {
			...model.completion,
			stepTitle: '',
			title: '',
			text: '',
			achievements: [],
			next: { label: '', href: '/modules' },
			nextPreview: { title: '', text: '' },
			earlyAccess: null,
			feedback: null,
		},
	}
	return `${JSON.stringify({ ...words, ...own }, null, '\t')}\n`
}

const numberOf = (module: string | undefined) => (module !== undefined && Number(module) <= MAX_MODULE_ID ? Number(module) : null)

const nameOf = (slug: string) => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')

/** Returns the title and initial text of a file that isn't shipped; null for any other path. The text of one that doesn't exist is empty. */
export function newFileTemplate(file: string): { title: string; origin: string } | null {
	if (file === DARK_LOGO_FILE) return { title: findTitle(file) ?? '', origin: '' }
	const [, page] = OWN_PAGE_FILE.exec(file) ?? []
	if (page !== undefined) return { title: nameOf(page), origin: '' }
	const module = numberOf(MODULE_FILE.exec(file)?.[1])
	if (module !== null) return { title: findTitle(file) ?? '', origin: newModule(module) }
	const [, number, lesson = ''] = LESSON_FILE.exec(file) ?? []
	if (numberOf(number) !== null) return { title: nameOf(lesson), origin: newLesson(nameOf(lesson)) }
	const [, course] = FURTHER_COURSE_FILE.exec(file) ?? []
	if (course !== undefined) return { title: nameOf(course), origin: '{}\n' }
	const [, article] = ARTICLE_FILE.exec(file) ?? []
	return article === undefined ? null : { title: nameOf(article), origin: newArticle(nameOf(article)) }
}
