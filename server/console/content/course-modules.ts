import { z } from 'zod'

import { isJson } from '#content/check-file.ts'
import { moduleFile } from '#content/json-files.ts'
import type { Edits } from '#content/sources.ts'

import { findFile } from './files.ts'

export const COURSE = 'course/course.json'

const CourseSchema = z.object({ modules: z.array(z.object({ id: z.number(), title: z.string(), free: z.boolean().optional() })) })
const PageSchema = z.object({ sections: z.array(z.object({ id: z.string(), title: z.string(), lessonId: z.string().nullish() })) })

/** Parses a JSON text of these edits; null if it can't be read. */
export function readText<T>(edits: Edits, file: string, schema: z.ZodType<T>): T | null {
	const text = edits[file] ?? findFile(file)?.origin ?? ''
	return isJson(text) ? (schema.safeParse(JSON.parse(text)).data ?? null) : null
}

/** Lists the modules of a course with their lessons; none if the course can't be read. */
export const listModules = (edits: Edits, file = COURSE) =>
	(readText(edits, file, CourseSchema)?.modules ?? []).map(({ id, title, free = false }) => ({
		file: moduleFile(id),
		title,
		free,
		lessons: (readText(edits, moduleFile(id), PageSchema)?.sections ?? []).map((section) => ({
			key: `${id}/${section.id}`,
			title: section.title,
			path: `course/module-${id}/lessons/${section.lessonId ?? section.id}.md`,
		})),
	}))
