import { z } from 'zod'

import { parseLocated } from '#content/parse-located.ts'

const ModulesSchema = z.object({ modules: z.array(z.object({ title: z.string(), free: z.boolean().optional() })) })

/** Lists the titles of the modules that need no purchase in a text of content/course/course.json; none if it can't be read. */
export function listFreeModules(course: string): { free: readonly string[]; isEverythingFree: boolean } {
	const read = parseLocated(course, ModulesSchema)
	const modules = read.ok ? read.value.modules : []
	const free = modules.filter((module) => module.free === true).map(({ title }) => title)
	return { free, isEverythingFree: free.length > 0 && free.length === modules.length }
}
