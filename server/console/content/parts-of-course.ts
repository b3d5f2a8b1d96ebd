import { html } from 'hono/html'

import { isJson, MODULE_FILE } from '#content/check-file.ts'
import { CourseSchema } from '#content/schema/course.ts'
import { ModuleSchema } from '#content/schema/module.ts'
import type { Html } from '#server/console/shell/page.ts'
import { badge } from '#server/console/shell/pieces.ts'

import { fileAddress, listFiles } from './files.ts'

type Part = { title: string; file: string }

/** The modules of the course, or the sections of a module, with the file of each; null for another file and for one with faults. */
function listParts(file: string, text: string): { heading: string; parts: Part[] } | null {
	const data: unknown = isJson(text) ? JSON.parse(text) : null
	const course = file === 'course/course.json' ? CourseSchema.safeParse(data) : null
	if (course?.success) {
		const parts = course.data.modules.map(({ id, title }) => ({ title: `${id}: ${title}`, file: `course/module-${id}/module.json` }))
		return { heading: 'The pages of its modules', parts }
	}
	const [, module] = MODULE_FILE.exec(file) ?? []
	const page = module === undefined ? null : ModuleSchema.safeParse(data)
	if (!page?.success) return null
	const parts = page.data.sections.map(({ id, title, lessonId }) => ({
		title,
		file: `course/module-${module}/lessons/${lessonId ?? id}.md`,
	}))
	return { heading: 'The lessons of its sections', parts }
}

/** What a file of the course is made of; a module or a lesson that nobody has written is begun here. */
export function presentParts(file: string, text: string): Html | string {
	const found = listParts(file, text)
	if (!found) return ''
	const isThere = new Set(listFiles().map(({ path: known }) => known))
	return html`<h2>${found.heading}</h2>
		<ul class="files">
			${found.parts.map(
				(part) =>
					html`<li>
						<a href="${fileAddress(part.file)}">${part.title}</a> <small>${part.file}</small>
						${isThere.has(part.file) ? '' : badge('not in the origin')}
					</li>`,
			)}
		</ul>`
}
