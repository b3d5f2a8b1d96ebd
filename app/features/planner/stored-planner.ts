import { partitionsCodec } from '#app/lib/records/stored-partitions.ts'
import { mergeWeeks } from '#domain/planner/merge-weeks.ts'
import { parseWeek, type PlannerWeek } from '#domain/planner/planner-week.ts'

/** Parses a list of weeks, drops unreadable ones, merges duplicates and sorts newest first. */
export const parseWeeks = (raw: unknown): PlannerWeek[] =>
	mergeWeeks(Array.isArray(raw) ? raw.map(parseWeek).filter((week) => week !== null) : [], [])

/** Codec for the weekly plans under the storage key `launchway_planner`. */
export const storedPlanner = partitionsCodec('weeks', parseWeeks)
