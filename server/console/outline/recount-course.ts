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

type ClaimJson = { id: string; value: string; label: string; basis: string }

/** Lowers a claim such as “30+” hours if the remaining modules take less time. Less than one hour is claimed in minutes. */
function lowerHours(claim: ClaimJson, minutes: number): ClaimJson {
	const claimed = Number.parseInt(claim.value, 10) * (claim.value.endsWith(' min') ? 1 : 60)
	if (claim.id !== 'hours' || claim.basis !== 'counted' || !/^\d+(?:\+| min)$/.test(claim.value) || claimed <= minutes) return claim
	if (minutes >= 60) return { ...claim, value: `${Math.floor(minutes / 60)}+` }
	return { ...claim, value: `${minutes} min`, label: claim.label === 'hours' ? 'of lessons' : claim.label }
}

async function recountHours({ db }: Context, { modules }: CourseJson): Promise<OutlineChange[]> {
	const opened = await readOutlineFile(db, 'marketing/claims.json')
	if (!isJson(opened.text)) return []
	const read = JSON.parse(opened.text) as { claims: ClaimJson[] }
	const minutes = modules.reduce((sum, module) => sum + (module.minutes ?? 0), 0)
	const text = printCourseFile({ ...read, claims: read.claims.map((claim) => lowerHours(claim, minutes)) }, opened.text)
	return text === opened.text ? [] : [{ opened, text }]
}

/** Plans changes to the texts that state the size of the main course. */
export const recountCourse = async (ctx: Context, before: CourseJson, after: CourseJson) => [
	...(await recount(ctx, before.modules.length, after.modules.length)),
	...(await recountHours(ctx, after)),
]
