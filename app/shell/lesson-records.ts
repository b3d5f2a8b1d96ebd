import { exercisesSync } from '#app/features/exercises/use-exercises.ts'
import { recallSync } from '#app/features/recall/use-recall.ts'
import { useAccountSync } from '#app/lib/records/use-account-sync.ts'

/** Records of the parts of a lesson. A kind that is missing here or below never reaches the account. */
export const lessonRecords = [exercisesSync, recallSync]

/** Syncs these records on a page with lessons. */
export function useLessonRecords(isProgressKnown: boolean): void {
	useAccountSync(exercisesSync, isProgressKnown)
	useAccountSync(recallSync, isProgressKnown)
}
