import { z } from 'zod'

import { isFigure, NUMBER_TYPES, type Exercise } from '#domain/exercises/exercise.ts'
import { formulaNames, parseFormula } from '#domain/exercises/formula.ts'

import { FigureSchema } from './figure.ts'
import { TextSchema } from './primitives.ts'

/** Never change an ID: progress and answers are stored under it. */
const BlockIdSchema = z
	.string()
	.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lowercase words joined by hyphens')
	.meta({ title: 'Short name', description: 'Answers are stored under it, so don’t change it once learners have seen this.' })

/** A ```recall block: an ungraded question, which is asked again weeks later. */
export const RecallSchema = z
	.strictObject({
		id: BlockIdSchema,
		question: TextSchema,
		options: z.array(TextSchema).min(2).max(4),
		/** Zero-based index of the correct option. */
		correct: z.int().min(0).meta({ title: 'Number of the right option', description: 'The first one is 0.' }),
		explanation: TextSchema.meta({ description: 'Why that option is right.' }),
	})
	.superRefine(({ options, correct }, ctx) => {
		if (correct >= options.length) ctx.addIssue({ code: 'custom', path: ['correct'], message: 'must be the index of an option, from 0' })
		if (hasDoubles(options)) ctx.addIssue({ code: 'custom', path: ['options'], message: 'must all be different' })
	})
export type Recall = z.infer<typeof RecallSchema>

/** A ```video block: a file in public/media, with captions (.vtt) and a poster (.webp) of the same name. */
export const VideoSchema = z.strictObject({
	file: z
		.string()
		.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*\.(?:mp4|webm)$/, 'must be the name of an .mp4 or .webm file in public/media, in lower case'),
	title: TextSchema,
	minutes: z.number().positive().max(90),
	/** Transcript, as paragraphs. It also describes what is shown. */
	transcript: z.array(TextSchema).min(1).meta({ entry: 'paragraph' }),
})
export type Video = z.infer<typeof VideoSchema>

export const videoFilesOf = ({ file }: Pick<Video, 'file'>) => {
	const name = file.replace(/\.\w+$/, '')
	return { file, captions: `${name}.vtt`, poster: `${name}.webp` }
}

const hasDoubles = (texts: readonly string[]) => new Set(texts).size < texts.length

const FieldIdSchema = z.string().regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, 'must be lowercase words joined by - or _')
const NAME = {
	title: 'Short name (rarely needed)',
	description: 'Formulas use it. Answers are stored under it, so don’t change it once learners have the exercise.',
}
const KIND = {
	title: 'Kind',
	labels: {
		text: 'One line of text',
		long: 'Several lines of text',
		number: 'Number',
		money: 'Amount of money',
		percent: 'Percent',
		hours: 'Hours',
		slider: 'Slider',
		choice: 'Choice',
	},
}
const FieldNames = {
	id: FieldIdSchema.meta(NAME),
	label: TextSchema.meta({ title: 'Label' }),
	hint: TextSchema.optional().meta({ title: 'Hint' }),
}
const NumberTypeSchema = z.enum(NUMBER_TYPES).meta(KIND)
const OptionsSchema = z
	.array(TextSchema)
	.min(2)
	.max(12)
	.refine((options) => !hasDoubles(options), 'must all be different')

const FieldSchema = z.discriminatedUnion('type', [
	z.strictObject({ ...FieldNames, type: z.enum(['text', 'long']).meta(KIND), example: TextSchema.optional() }),
	z.strictObject({ ...FieldNames, type: NumberTypeSchema, example: z.number().optional() }),
	z
		.strictObject({
			...FieldNames,
			type: z.literal('slider').meta(KIND),
			min: z.number().meta({ title: 'Lowest value' }),
			max: z.number().meta({ title: 'Highest value' }),
			step: z.number().positive().meta({ title: 'Step' }),
			start: z.number().meta({ title: 'Starts at' }),
		})
		.refine(({ min, max }) => min < max, { path: ['max'], message: 'must be more than `min`' })
		.refine(({ min, max, start }) => min <= start && start <= max, {
			path: ['start'],
			message: 'must be between `min` and `max`',
		}),
	z.strictObject({ ...FieldNames, type: z.literal('choice').meta(KIND), options: OptionsSchema }),
])

const ColumnSchema = z.discriminatedUnion('type', [
	z.strictObject({ ...FieldNames, type: z.enum(['text', ...NUMBER_TYPES]).meta(KIND) }),
	z.strictObject({ ...FieldNames, type: z.literal('choice').meta(KIND), options: OptionsSchema }),
])

const TableSchema = z.strictObject({
	columns: z.array(ColumnSchema).min(1).max(5).meta({ title: 'Columns' }),
	rows: z
		.union([
			z.int().min(1).max(20),
			z
				.array(TextSchema)
				.min(1)
				.max(20)
				.refine((rows) => !hasDoubles(rows), 'must all be different'),
		])
		.meta({ title: 'Rows' }),
})

const SumSchema = z.strictObject({
	id: FieldIdSchema.optional().meta({ title: 'Short name (rarely needed)', description: 'Later formulas use it.' }),
	label: TextSchema.meta({ title: 'Label' }),
	formula: z.string().meta({ title: 'Formula', description: 'Uses short names of fields, such as price - fees.' }),
	format: NumberTypeSchema.default('number').meta({ title: 'Shown as' }),
})

/** An ```exercise block: fields whose answers are stored. */
export const ExerciseSchema = z
	.strictObject({
		id: BlockIdSchema,
		title: TextSchema.meta({ title: 'Title' }),
		intro: TextSchema.optional().meta({ title: 'Introduction' }),
		fields: z.array(FieldSchema).min(1).max(12).default([]).meta({ title: 'Fields to fill in' }),
		table: TableSchema.optional().meta({ title: 'Table to fill in' }),
		sums: z.array(SumSchema).min(1).max(8).default([]).meta({ title: 'Results' }),
	})
	.superRefine((exercise, ctx) => {
		for (const { path, message } of findFaults(exercise)) ctx.addIssue({ code: 'custom', path, message })
	})

type Fault = { path: (string | number)[]; message: string }

/** Finds mistakes such as an exercise without fields, a duplicate ID, or a formula with an unknown name. */
function findFaults({ fields, table, sums }: Exercise): Fault[] {
	const columns = table?.columns ?? []
	const faults: Fault[] = fields.length + columns.length === 0 ? [{ path: [], message: 'needs `fields`, a `table` or both' }] : []
	const placed = [
		...fields.map(({ id }, index) => ({ id, path: ['fields', index, 'id'] })),
		...columns.map(({ id }, index) => ({ id, path: ['table', 'columns', index, 'id'] })),
		...sums.map(({ id }, index) => ({ id, path: ['sums', index, 'id'] })),
	]
	const seen = new Set<string>()
	for (const { id, path } of placed) {
		if (id !== undefined && seen.has(id)) faults.push({ path, message: `${id} is already a field, a column or a result` })
		if (id !== undefined) seen.add(id)
	}
	const values = new Set(fields.filter(({ type }) => isFigure(type)).map(({ id }) => id))
	for (const [index, { id, formula }] of sums.entries()) {
		faults.push(...findFormulaFaults(formula, values, columns).map((message) => ({ path: ['sums', index, 'formula'], message })))
		if (id !== undefined) values.add(id)
	}
	return faults
}

function findFormulaFaults(source: string, values: ReadonlySet<string>, columns: readonly { id: string; type: string }[]): string[] {
	const parsed = parseFormula(source)
	if (!parsed.ok) return [parsed.message]
	const names = formulaNames(parsed.formula)
	const all = new Set(columns.map(({ id }) => id))
	const added = new Set(columns.filter(({ type }) => isFigure(type)).map(({ id }) => id))
	return [
		...names.values.filter((name) => !values.has(name)).map((name) => `${name} isn’t a numeric field or an earlier result`),
		...names.added.filter((name) => !added.has(name)).map((name) => `${name} isn’t a numeric column`),
		...names.counted.filter((name) => !all.has(name)).map((name) => `${name} isn’t a column`),
	]
}

export const BLOCK_SCHEMAS = { figure: FigureSchema, recall: RecallSchema, exercise: ExerciseSchema, video: VideoSchema } satisfies Record<
	string,
	z.ZodType
>
export type BlockKind = keyof typeof BLOCK_SCHEMAS

export const isBlockKind = (kind: string | null | undefined): kind is BlockKind => Object.hasOwn(BLOCK_SCHEMAS, kind ?? '')
