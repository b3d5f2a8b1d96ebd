import { RecordStore } from '#app/lib/records/record-store.ts'
import { listParser, partitionsCodec } from '#app/lib/records/stored-partitions.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { exerciseKey, type ExercisePlace, type FilledExercise, parseFilledExercise } from '#domain/exercises/filled-exercise.ts'
import { applyEdits, type FieldEdit, isSameFilled, mergeAllFilled } from '#domain/exercises/merge-filled.ts'

export const parseExercises = listParser(parseFilledExercise, mergeAllFilled)

export const findExercise = (exercises: readonly FilledExercise[], place: ExercisePlace): FilledExercise | null =>
	exercises.find((filled) => exerciseKey(filled) === exerciseKey(place)) ?? null

export class ExercisesStore extends RecordStore<FilledExercise> {
	readonly #clock: () => number

	constructor(clock: () => number = Date.now) {
		super(storageKeys.exercises, {
			...partitionsCodec('exercises', parseExercises),
			idOf: exerciseKey,
			merge: mergeAllFilled,
			isSame: isSameFilled,
		})
		this.#clock = clock
	}

	/** @param title the exercise's title on the page */
	write({ moduleId, lessonId, exerciseId }: ExercisePlace, title: string, edits: readonly FieldEdit[]): void {
		const place = { moduleId, lessonId, exerciseId }
		const filled = findExercise(this.ownPartition().items, place) ?? { ...place, title, fields: [] }
		this.put(applyEdits(filled, { title, edits, nowMs: this.#clock() }))
	}
}

export const exercisesStore = new ExercisesStore()
