import { newId } from '#app/lib/new-id.ts'
import { RecordStore } from '#app/lib/records/record-store.ts'
import { listParser, partitionsCodec } from '#app/lib/records/stored-partitions.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { changeWeek, type WeekChange } from '#domain/planner/change-week.ts'
import { isSameWeek, mergeWeek, mergeWeeks, toSentWeek } from '#domain/planner/merge-weeks.ts'
import { emptyWeek, isWeekEdited, parseWeek, type PlannerWeek } from '#domain/planner/planner-week.ts'

/** Sorted, newest week first. */
export const parseWeeks = listParser(parseWeek, mergeWeeks)

const storedPlanner = partitionsCodec('weeks', parseWeeks)

/** Takes the account's version and adds this browser's untouched rows, which are never sent. */
const settleWeek = (held: PlannerWeek, account: PlannerWeek): PlannerWeek =>
	mergeWeek({ ...account, rows: held.rows.filter(({ changedAt }) => changedAt === 0) }, account)

export class PlannerStore extends RecordStore<PlannerWeek> {
	readonly #clock: () => number
	readonly #blank = new Map<string, PlannerWeek>()

	constructor(clock: () => number = Date.now) {
		super(storageKeys.planner, {
			...storedPlanner,
			idOf: ({ week }) => week,
			merge: mergeWeeks,
			isSame: (a, b) => isSameWeek(toSentWeek(a), toSentWeek(b)),
			settle: settleWeek,
			keepsOthers: true,
		})
		this.#clock = clock
	}

	/** Returns the stored week, or a new one with five untouched rows. */
	week(week: string): PlannerWeek {
		const held = this.ownPartition().items.find((each) => each.week === week)
		if (held) return held
		const blank = this.#blank.get(week) ?? emptyWeek(week, newId())
		this.#blank.set(week, blank)
		return blank
	}

	change(week: string, change: WeekChange): void {
		const before = this.week(week)
		const after = changeWeek(before, change, this.#clock())
		if (after !== before && isWeekEdited(after)) this.put(after)
	}
}

export const plannerStore = new PlannerStore()
