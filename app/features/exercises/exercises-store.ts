import { RecordStore } from '#app/lib/records/record-store.ts'
import { booksCodec } from '#app/lib/records/stored-books.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { editFilled, type FieldEdit } from '#domain/exercises/edit-filled.ts'
import { exerciseKey, type ExercisePlace, type FilledExercise, parseFilledExercise } from '#domain/exercises/filled-exercise.ts'
import { isSameFilled, mergeAllFilled } from '#domain/exercises/merge-filled.ts'

/** The readable exercises of a list, each once. */
export const parseExercises = (raw: unknown): FilledExercise[] =>
	mergeAllFilled(Array.isArray(raw) ? raw.map(parseFilledExercise).filter((filled) => filled !== null) : [], [])

export type ExercisesView = {
	exercises: readonly FilledExercise[]
	unsent: readonly string[]
	/** False where the browser refuses to store: what is entered lives as long as the page. */
	isKept: boolean
}

const EMPTY_VIEW: ExercisesView = { exercises: [], unsent: [], isKept: true }

/** What a prerendered page knows: nothing yet. */
export const readExercisesWhilePrerendering = (): ExercisesView => EMPTY_VIEW

export const findExercise = (exercises: readonly FilledExercise[], place: ExercisePlace): FilledExercise | null =>
	exercises.find((filled) => exerciseKey(filled) === exerciseKey(place)) ?? null

/** What a learner entered in exercises in this browser, shared between its tabs. */
export class ExercisesStore extends RecordStore<FilledExercise> {
	readonly #clock: () => number
	#view: ExercisesView = EMPTY_VIEW

	constructor(clock: () => number = Date.now) {
		super(storageKeys.exercises, {
			...booksCodec('exercises', parseExercises),
			idOf: exerciseKey,
			merge: mergeAllFilled,
			isSame: isSameFilled,
		})
		this.#clock = clock
	}

	/** @returns the same object until something changes, so that React may compare it */
	readonly read = (): ExercisesView => {
		const { items: exercises, unsent } = this.book()
		const { isKept } = this
		if (this.#view.exercises !== exercises || this.#view.unsent !== unsent || this.#view.isKept !== isKept)
			this.#view = { exercises, unsent, isKept }
		return this.#view
	}

	/** @param title what the page calls the exercise */
	write({ moduleId, lessonId, exerciseId }: ExercisePlace, title: string, edits: readonly FieldEdit[]): void {
		const place = { moduleId, lessonId, exerciseId }
		const filled = findExercise(this.book().items, place) ?? { ...place, title, fields: [] }
		this.put(editFilled(filled, { title, edits, nowMs: this.#clock() }))
	}
}

/** The one store of this tab. */
export const exercisesStore = new ExercisesStore()
