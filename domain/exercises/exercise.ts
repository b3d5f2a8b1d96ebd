/** An exercise as defined in a lesson: fields, table, formulas. Learners' answers are stored separately. */
export type Exercise = {
	id: string
	title: string
	intro?: string | undefined
	/** Empty if the exercise is only a table. */
	fields: ExerciseField[]
	table?: ExerciseTable | undefined
	sums: ExerciseSum[]
}

type Named = { id: string; label: string; hint?: string | undefined }

export type ExerciseField = Named &
	(
		| { type: 'text' | 'long'; example?: string | undefined }
		| { type: NumberType; example?: number | undefined }
		| { type: 'slider'; min: number; max: number; step: number; start: number }
		| { type: 'choice'; options: string[] }
	)

export const NUMBER_TYPES = ['number', 'money', 'percent', 'hours'] as const
export type NumberType = (typeof NUMBER_TYPES)[number]

export type ExerciseColumn = Named & ({ type: 'text' | NumberType } | { type: 'choice'; options: string[] })

export type ExerciseTable = {
	columns: ExerciseColumn[]
	/** Number of unlabeled rows, or the labels of the rows. */
	rows: number | string[]
}

/** A result below the fields. `percent` appends a percent sign: 20 becomes 20%. */
export type ExerciseSum = { id?: string | undefined; label: string; formula: string; format: NumberType }

/** True if formulas can use a field or column of this type. */
export const isFigure = (type: string): boolean => type === 'slider' || NUMBER_TYPES.some((known) => known === type)
