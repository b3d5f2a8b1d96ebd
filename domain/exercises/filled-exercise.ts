import { fitText, isRecord, isNonNegativeInteger } from '#domain/json/read-json.ts'
import { utf8Length } from '#domain/json/utf8-length.ts'

/** Maximum length of a field, in UTF-16 units like JavaScript and Zod. */
export const MAX_FIELD_LENGTH = 4000
export const MAX_EXERCISE_BYTES = 16_000
/** Maximum number of fields, including those of earlier editions. */
export const MAX_FIELDS = 250
export const MAX_PLACE = 999
export const MAX_LABEL_LENGTH = 120

/** ID of a field, or of a cell (column and row). Never use it as an object key, because `__proto__` is valid. */
export const FIELD_ID = /^[a-z0-9_-]{1,60}(\.[a-z0-9_-]{1,40})?$/
export const CONTENT_ID = /^[a-z0-9-]{1,80}$/

/** Value of one field; empty if the learner cleared it. */
export type FilledField = {
	id: string
	/** Label of the field when it was answered, so that the answer makes sense even if the course has changed since. */
	label: string
	/** Position in the exercise, from 0. */
	place: number
	/** Text as typed, even if it isn't a valid number: the field then reports that. */
	value: string
	/** Milliseconds since 1970. */
	changedAt: number
}

/** Answers to an exercise, which may belong to an edition of the course that no longer exists. */
export type FilledExercise = {
	moduleId: number
	lessonId: string
	exerciseId: string
	/** Title of the exercise when it was last changed. */
	title: string
	/** Answers sorted by field ID, without duplicates. */
	fields: readonly FilledField[]
}

export type ExercisePlace = Pick<FilledExercise, 'moduleId' | 'lessonId' | 'exerciseId'>

export const exerciseKey = ({ moduleId, lessonId, exerciseId }: ExercisePlace): string => `${moduleId}/${lessonId}/${exerciseId}`

export const exerciseBytes = ({ title, fields }: FilledExercise): number => utf8Length(JSON.stringify([title, fields]))

export const enteredFields = ({ fields }: FilledExercise): FilledField[] =>
	fields.filter(({ value }) => value !== '').toSorted((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1))

export const isFilled = ({ fields }: FilledExercise): boolean => fields.some(({ value }) => value !== '')

const text = (raw: unknown, length: number) => (typeof raw === 'string' ? fitText(raw, length) : '')
const matches = (raw: unknown, pattern: RegExp): raw is string => typeof raw === 'string' && pattern.test(raw)

function parseField(raw: unknown): FilledField | null {
	if (!isRecord(raw) || !matches(raw.id, FIELD_ID) || typeof raw.value !== 'string') return null
	return {
		id: raw.id,
		label: text(raw.label, MAX_LABEL_LENGTH),
		place: isNonNegativeInteger(raw.place) && raw.place <= MAX_PLACE ? raw.place : 0,
		value: text(raw.value, MAX_FIELD_LENGTH),
		changedAt: isNonNegativeInteger(raw.changedAt) ? raw.changedAt : 0,
	}
}

/** Parses stored answers, which may contain anything; null if they are unusable. */
export function parseFilledExercise(raw: unknown): FilledExercise | null {
	if (!isRecord(raw) || !isNonNegativeInteger(raw.moduleId) || !matches(raw.lessonId, CONTENT_ID) || !matches(raw.exerciseId, CONTENT_ID))
		return null
	const fields = Array.isArray(raw.fields) ? raw.fields.map(parseField).filter((field) => field !== null) : []
	if (fields.length === 0) return null
	return {
		moduleId: raw.moduleId,
		lessonId: raw.lessonId,
		exerciseId: raw.exerciseId,
		title: text(raw.title, MAX_LABEL_LENGTH),
		fields: fields.slice(0, MAX_FIELDS),
	}
}
