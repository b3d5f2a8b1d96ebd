import { html } from 'hono/html'

import { isJson } from '#content/check-file.ts'
import { ModuleSchema } from '#content/schema/module.ts'
import type { Html } from '#server/console/shell/page.ts'
import { badge } from '#server/console/shell/pieces.ts'

import { fileAddress, listFiles } from './files.ts'

/** The lessons of a module's sections; one that nobody has written is begun here. */
export function presentLessons(file: string, text: string): Html | string {
	const [, module] = /^course\/(module-\d+)\/module\.json$/.exec(file) ?? []
	const page = module === undefined || !isJson(text) ? null : ModuleSchema.safeParse(JSON.parse(text))
	if (!page?.success) return ''
	const isThere = new Set(listFiles().map(({ path: known }) => known))
	return html`<h2>The lessons of its sections</h2>
		<ul class="files">
			${page.data.sections.map(({ id, title, lessonId }) => {
				const lesson = `course/${module}/lessons/${lessonId ?? id}.md`
				return html`<li>
					<a href="${fileAddress(lesson)}">${title}</a> <small>${lesson}</small> ${isThere.has(lesson) ? '' : badge('not in the origin')}
				</li>`
			})}
		</ul>`
}
