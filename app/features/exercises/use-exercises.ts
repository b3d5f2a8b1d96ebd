import { callApi } from '#app/lib/own-api.ts'
import type { Account } from '#app/lib/records/account-sync.ts'
import { useRecords } from '#app/lib/records/record-store.ts'
import { type AccountState, AccountSync, useAccountSync, useSyncState } from '#app/lib/records/use-account-sync.ts'
import type { ExercisesResponse, MergeExerciseResponse } from '#contracts/exercises.ts'
import type { FilledExercise } from '#domain/exercises/filled-exercise.ts'

import { exercisesStore, parseExercises } from './exercises-store.ts'

const account: Account<FilledExercise> = {
	batch: 1,
	async list() {
		const { exercises, storage } = await callApi<ExercisesResponse>('/api/exercises')
		return { items: parseExercises(exercises), storage }
	},
	async merge([body], how) {
		const { exercise, storage } = await callApi<MergeExerciseResponse>('/api/exercises/merge', { body, ...how })
		return { items: parseExercises([exercise]), storage }
	},
}

export const exercisesSync = new AccountSync({ store: exercisesStore, account, quietMs: 1500 })

export const useExercises = () => useRecords(exercisesStore)

export const useExercisesState = (): AccountState => useSyncState(exercisesSync)

/**
 * Keeps the exercises in the browser and in the account in sync while a learner is signed in. Use it once per page.
 * @param isProgressKnown true once the account has received the learner's progress, which decides which modules are open
 */
export const useExercisesSync = (isProgressKnown: boolean): AccountState => useAccountSync(exercisesSync, isProgressKnown)
