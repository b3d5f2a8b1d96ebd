import { z } from 'zod'

import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import { type AccessPolicy, AccessPolicySchema } from '#content/schema/offers.ts'
import type { Edits } from '#content/sources.ts'
import { countNoun } from '#domain/reading/count-noun.ts'

import { COURSE, listModules, readText } from './course-modules.ts'
import { toPlaceUrl } from './place-address.ts'
import type { PublishProblem } from './require-publishable.ts'

const OFFERS = 'offers.json'
const PolicySchema = z.object({ accessPolicy: AccessPolicySchema })

export const readAccessPolicy = (edits: Edits): AccessPolicy => readText(edits, OFFERS, PolicySchema)?.accessPolicy ?? 'progress'

/** `href`: link to its field “Free to read”. */
type FreeModule = { title: string; href: string; lessons: readonly { key: string; title: string }[] }

/** Lists the modules of a course that need no purchase. Modules without lessons don't count. */
export function listFreeModules(edits: Edits, file = COURSE): { free: readonly FreeModule[]; isEverythingFree: boolean } {
	const modules = listModules(edits, file)
		.map((module, index) => ({ ...module, href: toPlaceUrl({ file, field: `/modules/${index}/free` }) }))
		.filter(({ lessons }) => lessons.length > 0)
	const free = modules.filter((module) => module.free)
	return { free, isEverythingFree: free.length > 0 && free.length === modules.length }
}

/** Warns about lessons that buyers pay for now, or that are new, and that a publication makes free to read. */
export function findNewlyFree({ edits, live }: { edits: Edits; live: Edits }): PublishProblem[] {
	const wasPaid = readAccessPolicy(live) === 'enrolled'
	if (readAccessPolicy(edits) === 'progress') {
		const href = toPlaceUrl({ file: OFFERS, field: '/accessPolicy' })
		const message = 'everyone with an account will read all lessons, without buying the course.'
		return wasPaid ? [{ label: 'Who can read the course', href, message }] : []
	}
	return [COURSE, ...Object.keys(edits).filter((file) => FURTHER_COURSE_FILE.test(file))].flatMap((file) => {
		const { free, isEverythingFree } = listFreeModules(edits, file)
		const [first] = free
		if (isEverythingFree && file === COURSE && first)
			return [{ label: 'Every module is free to read', href: first.href, message: 'uncheck “Free to read” for modules that people buy.' }]
		const known = new Set(wasPaid ? listFreeModules(live, file).free.flatMap(({ lessons }) => lessons.map(({ key }) => key)) : [])
		return free.flatMap(({ title, href, lessons }) => {
			const added = lessons.filter(({ key }) => !known.has(key))
			if (added.length === 0) return []
			const names = added.length === 1 ? `“${added[0]?.title}”` : countNoun(added.length, 'lesson')
			return [{ label: title, href, message: `${names} will be free to read, because the module is.` }]
		})
	})
}
