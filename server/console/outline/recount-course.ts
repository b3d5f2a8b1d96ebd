import { isJson } from '#content/check-file.ts'
import { FILES_WITH_MODULE_COUNT, recountModules } from '#server/console/content/begin-module.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { CourseJson } from './change-outline.ts'
import { type OutlineChange, printCourseFile, readOutlineFile } from './changes.ts'

type Context = Pick<ServiceContext, 'db'>

/** Plans changes to the texts that state how many modules the main course has. */
async function recount({ db }: Context, before: number, after: number): Promise<OutlineChange[]> {
	const opened = await Promise.all(FILES_WITH_MODULE_COUNT.map((path) => readOutlineFile(db, path)))
	return opened
		.map((each) => ({ opened: each, text: recountModules(each.text, before, after) }))
		.filter(({ opened: { text: old }, text }) => text !== old)
}

/** Lowers the claimed hours, such as “30+”, if the modules that are left take fewer. Less than one hour is left to the operator. */
async function recountHours({ db }: Context, { modules }: CourseJson): Promise<OutlineChange[]> {
	const opened = await readOutlineFile(db, 'marketing/claims.json')
	if (!isJson(opened.text)) return []
	const read = JSON.parse(opened.text) as { claims: { id: string; value: string; basis: string }[] }
	const hours = Math.floor(modules.reduce((sum, { minutes = 0 }) => sum + minutes, 0) / 60)
	const claims = read.claims.map((claim) =>
		claim.id === 'hours' &&
		claim.basis === 'counted' &&
		/^\d+\+$/.test(claim.value) &&
		Number.parseInt(claim.value, 10) > hours &&
		hours > 0
			? { ...claim, value: `${hours}+` }
			: claim,
	)
	const text = printCourseFile({ ...read, claims }, opened.text)
	return text === opened.text ? [] : [{ opened, text }]
}

/** Plans the texts that say how large the main course is. */
export const recountCourse = async (ctx: Context, before: CourseJson, after: CourseJson) => [
	...(await recount(ctx, before.modules.length, after.modules.length)),
	...(await recountHours(ctx, after)),
]
