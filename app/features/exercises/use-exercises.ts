import { callApi } from '#app/lib/own-api.ts'
import type { AccountApi } from '#app/lib/records/account-sync.ts'
import { useRecords } from '#app/lib/records/record-store.ts'
import { type AccountState, AccountSync, useSyncState } from '#app/lib/records/use-account-sync.ts'
import type { ExercisesResponse, MergeExerciseResponse } from '#contracts/exercises.ts'
import type { FilledExercise } from '#domain/exercises/filled-exercise.ts'

import { exercisesStore, parseExercises } from './exercises-store.ts'

const account: AccountApi<FilledExercise> = {
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
