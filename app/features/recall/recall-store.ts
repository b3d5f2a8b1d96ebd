import { RecordStore } from '#app/lib/records/record-store.ts'
import { listParser, partitionsCodec } from '#app/lib/records/stored-partitions.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import {
	findRemembered,
	isSameMemory,
	type LessonMemory,
	memoryId,
	mergeMemories,
	parseMemory,
	rememberAnswer,
} from '#domain/recall/recall-schedule.ts'

export const parseMemories = listParser(parseMemory, mergeMemories)

export type LessonPlace = Pick<LessonMemory, 'moduleId' | 'lessonId'>

export const findMemory = (memories: readonly LessonMemory[], place: LessonPlace): LessonMemory | null =>
	memories.find((memory) => memoryId(memory) === memoryId(place)) ?? null

export class RecallStore extends RecordStore<LessonMemory> {
	readonly #clock: () => number
	#aheadMs = 0

	constructor(clock: () => number = Date.now) {
		super(storageKeys.recall, {
			...partitionsCodec('memories', parseMemories),
			idOf: memoryId,
			merge: mergeMemories,
			isSame: isSameMemory,
		})
		this.#clock = clock
	}

	/** Returns the current time, corrected by the server's clock once that is known. */
	nowMs = (): number => this.#clock() - this.#aheadMs

	/** @param serverMs current time on the server */
	correctClock(serverMs: number): void {
		this.#aheadMs = this.#clock() - serverMs
	}

	answer({ moduleId, lessonId }: LessonPlace, questionId: string, isRight: boolean): void {
		const memory = findMemory(this.ownPartition().items, { moduleId, lessonId }) ?? { moduleId, lessonId, questions: {} }
		const held = findRemembered(memory, questionId)
		const remembered = rememberAnswer(held, { isRight, nowMs: this.nowMs() })
		if (remembered !== held) this.put({ ...memory, questions: { ...memory.questions, [questionId]: remembered } })
	}
}

export const recallStore = new RecallStore()
