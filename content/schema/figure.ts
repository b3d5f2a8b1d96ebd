import { z } from 'zod'

import { TextSchema } from './primitives.ts'

const LabelSchema = TextSchema.max(28, 'must have at most 28 characters')
const NoteSchema = TextSchema.max(48, 'must have at most 48 characters')
const UnitSchema = TextSchema.max(12, 'must be $, %, h or one word')
const AmountSchema = z.number().min(0)

const FigureWords = {
	title: TextSchema.max(90),
	alt: TextSchema.max(600).meta({
		title: 'Description',
		description: 'What the figure shows, with its numbers, for people who can’t see it.',
	}),
	caption: TextSchema.optional(),
}

const FunnelSchema = z.strictObject({
	kind: z.literal('funnel'),
	...FigureWords,
	unit: UnitSchema.optional(),
	steps: z
		.array(z.strictObject({ label: LabelSchema, value: AmountSchema }))
		.min(2)
		.max(7)
		.superRefine((steps, ctx) =>
			steps.forEach(({ value }, index) => {
				if (value > (steps[index - 1]?.value ?? value))
					ctx.addIssue({ code: 'custom', path: [index, 'value'], message: 'must not exceed the previous step' })
			}),
		),
})

const BarsSchema = z.strictObject({
	kind: z.literal('bars'),
	...FigureWords,
	unit: UnitSchema.optional(),
	bars: z
		.array(z.strictObject({ label: LabelSchema, value: AmountSchema, note: NoteSchema.optional() }))
		.min(2)
		.max(10),
})

const fromLow = { message: 'must be more than `from`', path: ['to'] }
const AxisSchema = z
	.strictObject({ label: LabelSchema, from: z.number(), to: z.number(), unit: UnitSchema.optional() })
	.refine(({ from, to }) => from < to, fromLow)

const isWithin = (value: number, { from, to }: { from: number; to: number }) => from <= value && value <= to

const CurveSchema = z
	.strictObject({
		kind: z.literal('curve'),
		...FigureWords,
		x: AxisSchema,
		y: AxisSchema,
		lines: z
			.array(
				z.strictObject({
					label: LabelSchema,
					points: z
						.array(z.tuple([z.number(), z.number()]))
						.min(2)
						.max(60),
				}),
			)
			.min(1)
			.max(3),
		marks: z
			.array(z.strictObject({ x: z.number(), y: z.number(), label: LabelSchema }))
			.max(6)
			.optional(),
	})
	.superRefine(({ x, y, lines, marks = [] }, ctx) => {
		const check = (point: { x: number; y: number }, path: (string | number)[]) => {
			if (!isWithin(point.x, x)) ctx.addIssue({ code: 'custom', path, message: `${point.x} is outside x, ${x.from} to ${x.to}` })
			if (!isWithin(point.y, y)) ctx.addIssue({ code: 'custom', path, message: `${point.y} is outside y, ${y.from} to ${y.to}` })
		}
		lines.forEach(({ points }, line) =>
			points.forEach(([pointX, pointY], index) => check({ x: pointX, y: pointY }, ['lines', line, 'points', index])),
		)
		marks.forEach((mark, index) => check(mark, ['marks', index]))
	})

const OddsSchema = z
	.strictObject({
		kind: z.literal('odds'),
		...FigureWords,
		total: z.int().min(10).max(200),
		groups: z
			.array(z.strictObject({ label: LabelSchema, count: z.int().min(0) }))
			.min(1)
			.max(5),
	})
	.superRefine(({ total, groups }, ctx) => {
		const sum = groups.reduce((all, { count }) => all + count, 0)
		if (sum !== total) ctx.addIssue({ code: 'custom', path: ['groups'], message: `add up to ${sum} and not to the total, ${total}` })
	})

const LadderSchema = z.strictObject({
	kind: z.literal('ladder'),
	...FigureWords,
	rungs: z
		.array(z.strictObject({ label: LabelSchema, price: LabelSchema, note: NoteSchema.optional() }))
		.min(2)
		.max(6),
})

const RangesSchema = z
	.strictObject({
		kind: z.literal('ranges'),
		...FigureWords,
		unit: UnitSchema.optional(),
		from: z.number(),
		to: z.number(),
		ranges: z
			.array(
				z
					.strictObject({ label: LabelSchema, low: z.number(), high: z.number(), note: NoteSchema.optional() })
					.refine(({ low, high }) => low <= high, { path: ['high'], message: 'must not be less than `low`' }),
			)
			.min(2)
			.max(8),
	})
	.refine(({ from, to }) => from < to, fromLow)
	.superRefine((scale, ctx) =>
		scale.ranges.forEach(({ low, high }, index) => {
			if (!isWithin(low, scale) || !isWithin(high, scale))
				ctx.addIssue({ code: 'custom', path: ['ranges', index], message: `is outside ${scale.from} to ${scale.to}` })
		}),
	)

const CalendarSchema = z
	.strictObject({
		kind: z.literal('calendar'),
		...FigureWords,
		columns: z.array(LabelSchema).min(2).max(7),
		rows: z
			.array(z.strictObject({ label: LabelSchema, cells: z.array(z.string().max(24, 'must have at most 24 characters')) }))
			.min(1)
			.max(8),
	})
	.superRefine(({ columns, rows }, ctx) =>
		rows.forEach(({ cells }, index) => {
			if (cells.length !== columns.length)
				ctx.addIssue({ code: 'custom', path: ['rows', index, 'cells'], message: `has ${cells.length} cells for ${columns.length} columns` })
		}),
	)

const FlowSchema = z.strictObject({
	kind: z.literal('flow'),
	...FigureWords,
	steps: z
		.array(
			z.strictObject({
				label: LabelSchema,
				note: NoteSchema.optional(),
				exit: z.strictObject({ when: NoteSchema, to: NoteSchema }).optional(),
			}),
		)
		.min(2)
		.max(8),
	/** Reason why the last step leads back to the first. */
	back: TextSchema.max(90).optional(),
})

const WireframeSchema = z.strictObject({
	kind: z.literal('wireframe'),
	...FigureWords,
	screen: z.enum(['phone', 'page']),
	blocks: z
		.array(z.strictObject({ label: LabelSchema, size: z.enum(['small', 'medium', 'large']), note: NoteSchema.optional() }))
		.min(2)
		.max(8),
})

const ScaleSchema = z.strictObject({ label: LabelSchema, low: LabelSchema, high: LabelSchema })
const ShareSchema = z.number().min(0).max(100)

const MatrixSchema = z.strictObject({
	kind: z.literal('matrix'),
	...FigureWords,
	x: ScaleSchema,
	y: ScaleSchema,
	points: z
		.array(z.strictObject({ label: LabelSchema, x: ShareSchema, y: ShareSchema }))
		.min(1)
		.max(8),
	/** Labels of the quadrants: bottom left, bottom right, top left, top right. */
	corners: z.tuple([LabelSchema, LabelSchema, LabelSchema, LabelSchema]).optional(),
})

/** A ```figure block: data from which a picture is drawn. */
export const FigureSchema = z.discriminatedUnion('kind', [
	FunnelSchema,
	BarsSchema,
	CurveSchema,
	OddsSchema,
	LadderSchema,
	RangesSchema,
	CalendarSchema,
	FlowSchema,
	WireframeSchema,
	MatrixSchema,
])
export type Figure = z.infer<typeof FigureSchema>
export type FigureOf<K extends Figure['kind']> = Extract<Figure, { kind: K }>
