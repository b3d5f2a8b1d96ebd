import { z } from 'zod'

import { MAX_MODULE_ID } from '#domain/gating/check-module-access.ts'

import { CertificateSchema } from './course.ts'
import { IdSchema, TextSchema } from './primitives.ts'

const FurtherModuleSchema = z.strictObject({
	id: z.int().min(1).max(MAX_MODULE_ID).meta({ title: 'Number', description: 'Must be unique in the academy.' }),
	title: TextSchema.meta({ title: 'Title' }),
	description: TextSchema.meta({ title: 'Description', description: 'What the module teaches, in one sentence.' }),
	skills: z.array(TextSchema).meta({ title: 'Skills' }),
	duration: TextSchema.meta({ title: 'Duration', description: 'For example, 2-3 hours.' }),
	minutes: z.int().positive().meta({ title: 'Duration in minutes' }),
	requires: z.int().nullable().meta({
		title: 'Opens after module',
		description: 'The number of an earlier module of this course. Leave empty to open it right away.',
	}),
	free: z.literal(true).optional().meta({ title: 'Free', description: 'Its lessons need no purchase.' }),
	templateSlugs: z
		.array(IdSchema)
		.optional()
		.meta({ title: 'Templates', description: 'Web addresses of documents that open with this module.' }),
})

const FurtherCourseShape = z.strictObject({
	title: TextSchema.meta({ title: 'Title' }),
	description: TextSchema.meta({ title: 'Description', description: 'The course in one sentence.' }),
	belongsTo: IdSchema.optional().meta({
		title: 'Belongs to',
		description:
			'Web address of another course, or “main” for the main course: everyone with access to that one can open this one, too. Leave empty to sell it on its own.',
	}),
	certificate: CertificateSchema,
	modules: z.array(FurtherModuleSchema).min(1).meta({ title: 'Modules', description: 'In the order in which they’re taught.' }),
})

/** A course other than course/course.json. Its modules are also in course/module-<number>. */
export const FurtherCourseSchema = FurtherCourseShape.superRefine(({ modules }, issues) => {
	for (const [index, { id, requires }] of modules.entries()) {
		const earlier = modules.slice(0, index).map((module) => module.id)
		if (earlier.includes(id))
			issues.addIssue({ code: 'custom', path: ['modules', index, 'id'], message: `two modules have the number ${id}` })
		if (requires !== null && !earlier.includes(requires))
			issues.addIssue({ code: 'custom', path: ['modules', index, 'requires'], message: 'must be an earlier module of this course' })
	}
})
export type FurtherCourse = z.infer<typeof FurtherCourseShape>
