import { isJson, MODULE_FILE } from '#content/check-file.ts'
import type { Place } from '#content/marks/text-marks.ts'
import { readShipped } from '#content/read-sources.server.ts'
import type { Edits } from '#content/sources.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { describePlaces } from './describe-places.ts'
import { toPlaceUrl } from './place-address.ts'
import { type Plan, planDrafts } from './plan-release.ts'
import { isObject } from './read-form.ts'
import type { PublishProblem } from './require-publishable.ts'

type Listed = { place: Place; file: string; placeholder: string }
type Changes = Pick<Plan, 'edits' | 'live'>

/** Lists a module's lessons with their files. Its draft may have any shape. */
function listLessons(edits: Edits, module: string): Listed[] {
	const text = edits[module] ?? readShipped().get(module) ?? ''
	const page: unknown = isJson(text) ? JSON.parse(text) : null
	const { sections, comingSoon } = isObject(page) ? page : {}
	return (Array.isArray(sections) ? sections : []).flatMap((section: unknown, index) => {
		const { id, lessonId } = isObject(section) ? section : {}
		const name = typeof lessonId === 'string' ? lessonId : id
		if (typeof name !== 'string') return []
		const file = module.replace('module.json', `lessons/${name}.md`)
		return {
			place: { file: module, field: `/sections/${index}` },
			file,
			placeholder: typeof comingSoon === 'string' ? `“${comingSoon}”` : 'a placeholder',
		}
	})
}

const isWritten = (edits: Edits, file: string) => typeof edits[file] === 'string' || readShipped().has(file)

/** Lists the lessons without a text. Learners see a placeholder instead. */
const listUnwritten = (edits: Edits): Listed[] =>
	Object.keys(edits)
		.filter((file) => MODULE_FILE.test(file))
		.flatMap((module) => listLessons(edits, module))
		.filter(({ file }) => !isWritten(edits, file))

const without = (some: readonly Listed[], others: readonly Listed[]) =>
	some.filter(({ file }) => !others.some((other) => other.file === file))

/** Lists the lessons that a release leaves without a text and that are new or had a text before. */
export const listNewlyUnwritten = ({ edits, live }: Changes): Listed[] => without(listUnwritten(edits), listUnwritten(live))

/** Lists pairs of drafts that can only be published together: a module, and the text of a lesson that is added to it or removed from it. */
export const pairLessons = ({ edits, live, files }: Plan): (readonly [module: string, lesson: string])[] =>
	files
		.filter((file) => MODULE_FILE.test(file))
		.flatMap((module) => {
			const [before, after] = [listLessons(live, module), listLessons(edits, module)]
			return [...without(before, after), ...without(after, before)].map(({ file }) => [module, file] as const)
		})

/** Finds lessons of a release whose text, or whose removal, is in a draft that the release leaves out. Learners would see a placeholder. */
export async function findLeftOutLessons(ctx: Pick<ServiceContext, 'db'>, plan: Changes): Promise<PublishProblem[]> {
	const describe = describePlaces(plan.edits)
	return without(listNewlyUnwritten(plan), listUnwritten((await planDrafts(ctx)).edits)).map(({ place, placeholder }) => ({
		label: describe(place),
		href: toPlaceUrl(place),
		message: `Publish all changes of this lesson at the same time, or learners see ${placeholder}.`,
	}))
}
