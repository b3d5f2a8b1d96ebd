import { isJson, MODULE_FILE } from '#content/check-file.ts'
import { readShipped } from '#content/read-sources.server.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { describePlaces } from './describe-places.ts'
import { toPlaceUrl } from './place-address.ts'
import { type Plan, planDrafts } from './plan-release.ts'
import { isObject } from './read-form.ts'
import type { PublishProblem } from './require-publishable.ts'

type NewLesson = { module: string; index: number; placeholder: string; file: string }

/** Reads a module, whose draft may have any shape. */
function readModule(text: string | null | undefined) {
	const page: unknown = typeof text === 'string' && isJson(text) ? JSON.parse(text) : null
	const { sections, comingSoon } = isObject(page) ? page : {}
	return { sections: Array.isArray(sections) ? sections.map((each) => (isObject(each) ? each : {})) : [], comingSoon }
}

/** Lists the lessons that the modules of a release have and the public ones don't. */
const listNewLessons = ({ edits, live, files }: Pick<Plan, 'edits' | 'live' | 'files'>): NewLesson[] =>
	files.flatMap((module) => {
		const [, number] = MODULE_FILE.exec(module) ?? []
		if (number === undefined) return []
		const known = new Set(readModule(live[module] ?? readShipped().get(module)).sections.map(({ id }) => id))
		const { sections, comingSoon } = readModule(edits[module])
		return sections.flatMap(({ id, lessonId }, index) => {
			if (typeof id !== 'string' || known.has(id)) return []
			const file = `course/module-${number}/lessons/${typeof lessonId === 'string' ? lessonId : id}.md`
			return [{ module, index, placeholder: String(comingSoon), file }]
		})
	})

/** Lists pairs of drafts that can only be published together: a module and the text of a lesson that is new in it. */
export const pairNewLessons = (plan: Plan): (readonly [module: string, lesson: string])[] =>
	listNewLessons(plan).flatMap(({ module, file }) => (plan.files.includes(file) ? [[module, file] as const] : []))

/** Finds new lessons whose texts are drafts that the release leaves out, so that learners would see a placeholder. */
export async function findLeftOutLessons(ctx: Pick<ServiceContext, 'db'>, plan: Plan): Promise<PublishProblem[]> {
	const { edits: drafted } = await planDrafts(ctx)
	const describe = describePlaces(plan.edits)
	const isPublished = (file: string) => typeof plan.edits[file] === 'string' || readShipped().has(file)
	return listNewLessons(plan)
		.filter(({ file }) => typeof drafted[file] === 'string' && !isPublished(file))
		.map(({ module, index, placeholder }) => {
			const place = { file: module, field: `/sections/${index}` }
			const message = `Publish its text at the same time, or learners see “${placeholder}”.`
			return { label: describe(place), href: toPlaceUrl(place), message }
		})
}
