import { mergeWeeks } from '#domain/planner/merge-weeks.ts'
import { isTouched, parseWeek, type PlannerWeek } from '#domain/planner/planner-week.ts'

/** One learner's weeks in this browser, and those of them the account has not confirmed. */
export type PlannerBook = { weeks: readonly PlannerWeek[]; unsent: readonly string[] }

/** What the browser keeps under `launchway_planner`. Each account has its own book; `''` is the book before the first sign-in. */
export type StoredPlanner = { version: 1; owner: string; books: Readonly<Record<string, PlannerBook>> }

export const EMPTY_BOOK: PlannerBook = { weeks: [], unsent: [] }
export const EMPTY_PLANNER: StoredPlanner = { version: 1, owner: '', books: {} }

const isRecord = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** The readable weeks of a list, each once, newest first. */
export const parseWeeks = (raw: unknown): PlannerWeek[] =>
	mergeWeeks(Array.isArray(raw) ? raw.map(parseWeek).filter((week) => week !== null) : [], [])

function parseBook(raw: unknown): PlannerBook {
	if (!isRecord(raw)) return EMPTY_BOOK
	return { weeks: parseWeeks(raw.weeks), unsent: Array.isArray(raw.unsent) ? raw.unsent.filter((week) => typeof week === 'string') : [] }
}

/** Reads what an older build, another tab or a person wrote. Invalid parts count as absent. */
export function parseStoredPlanner(raw: unknown): StoredPlanner | null {
	if (!isRecord(raw)) return null
	const books = isRecord(raw.books) ? Object.entries(raw.books).map(([owner, book]) => [owner, parseBook(book)] as const) : []
	return { version: 1, owner: typeof raw.owner === 'string' ? raw.owner : '', books: Object.fromEntries(books) }
}

export const bookOf = ({ books, owner }: StoredPlanner): PlannerBook => books[owner] ?? EMPTY_BOOK

const withBook = (stored: StoredPlanner, book: PlannerBook): StoredPlanner => ({
	...stored,
	books: { ...stored.books, [stored.owner]: book },
})

/** The book with one week replaced and marked for the account. */
export function putWeek(stored: StoredPlanner, week: PlannerWeek): StoredPlanner {
	const { weeks, unsent } = bookOf(stored)
	const others = weeks.filter((each) => each.week !== week.week)
	return withBook(stored, { weeks: mergeWeeks(others, [week]), unsent: [...new Set([...unsent, week.week])] })
}

/** The planner as this learner's. What was planned before the first sign-in is included; another learner's book is not. */
export function assignOwner(stored: StoredPlanner, userId: string): StoredPlanner {
	if (stored.owner === userId) return stored
	const { '': loose = EMPTY_BOOK, ...books } = stored.books
	const own = books[userId] ?? EMPTY_BOOK
	const taken = loose.weeks.filter(isTouched)
	const book = { weeks: mergeWeeks(own.weeks, taken), unsent: [...new Set([...own.unsent, ...taken.map(({ week }) => week)])] }
	return { version: 1, owner: userId, books: { ...books, [userId]: book } }
}

/** Takes in weeks as the account holds them. @param sent what was sent, as it was then: changes made since stay unsent */
export function takeAccount(stored: StoredPlanner, account: readonly PlannerWeek[], sent: PlannerWeek | null = null): StoredPlanner {
	const { weeks, unsent } = bookOf(stored)
	const now = weeks.find(({ week }) => week === sent?.week)
	const left = sent !== null && now === sent ? unsent.filter((week) => week !== sent.week) : unsent
	return withBook(stored, { weeks: mergeWeeks(weeks, account), unsent: left })
}

/** Union of two tabs' records; the owner is the one that was written last. */
export function uniteTabs(ours: StoredPlanner, theirs: StoredPlanner): StoredPlanner {
	const owners = new Set([...Object.keys(ours.books), ...Object.keys(theirs.books)])
	// Signing in empties the book without a name: a tab that still holds it must not restore it.
	if (theirs.owner !== '') owners.delete('')
	const books = [...owners].map((owner) => {
		const [a, b] = [ours.books[owner] ?? EMPTY_BOOK, theirs.books[owner] ?? EMPTY_BOOK]
		return [owner, { weeks: mergeWeeks(a.weeks, b.weeks), unsent: [...new Set([...a.unsent, ...b.unsent])] }] as const
	})
	return { version: 1, owner: theirs.owner, books: Object.fromEntries(books) }
}
