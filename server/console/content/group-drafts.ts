import { isJson } from '#content/check-file.ts'
import type { Edits } from '#content/sources.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { HIDEABLE_PAGES, type HideablePage } from '#domain/site/hidden-pages.ts'

import { COURSE, listModules } from './course-modules.ts'
import type { FileDiff } from './diff-edits.ts'
import { requireFile } from './files.ts'
import type { DraftPlan } from './plan-release.ts'
import { pairLessons } from './unwritten-lessons.ts'

const SETTINGS = 'site.json'

/** Returns the first cause of a draft's change, following causes as long as they are drafts themselves. Null if it has none. */
export function findCause({ causes, files }: Pick<DraftPlan, 'causes' | 'files'>, path: string): string | null {
	let found: string | null = null
	const seen = new Set([path])
	for (let next = causes.get(path); next !== undefined && files.includes(next) && !seen.has(next); next = causes.get(next)) {
		seen.add(next)
		found = next
	}
	return found
}

/** Maps each draft to its group, which is published together. */
export function groupDrafts(plan: DraftPlan): ReadonlyMap<string, string> {
	const groups = new Map(plan.files.map((file) => [file, file]))
	for (const [one, other] of [...plan.causes, ...pairLessons(plan)]) {
		const [kept, joined] = [groups.get(one), groups.get(other)]
		if (kept === undefined || joined === undefined) continue
		for (const [file, group] of groups) if (group === joined) groups.set(file, kept)
	}
	return groups
}

type Changed = Pick<FileDiff, 'path' | 'title' | 'kind' | 'isNew' | 'summary'>

const isDeletion = ({ summary }: Changed) => summary === 'Deleted'

/**
 * True if a draft is valid without the one that caused it, such as a text whose link to a deleted article was removed. The deletion,
 * however, needs this draft.
 */
export function isSeparable({ edits }: Pick<DraftPlan, 'edits'>, change: Changed, cause: string | null): boolean {
	return (cause === SETTINGS || (cause !== null && edits[cause] === '')) && !change.isNew && !isDeletion(change)
}

type Settings = Partial<Record<'name' | 'program' | 'supportEmail' | 'hiddenPages', unknown>>

function readSettings(edits: Edits): Settings {
	const text = edits[SETTINGS] ?? requireFile(SETTINGS).origin
	return isJson(text) ? ((JSON.parse(text) as Settings | null) ?? {}) : {}
}

const hiddenPagesOf = ({ hiddenPages }: Settings): HideablePage[] => (Array.isArray(hiddenPages) ? (hiddenPages as HideablePage[]) : [])

const namePages = (pages: readonly HideablePage[]) =>
	pages.length === 1 ? `“${pages.map((page) => HIDEABLE_PAGES[page]).join()}”` : `${pages.length} pages`

/** Describes changed settings by those that change other texts, and by the support email. */
function describeSettings({ live, edits }: Pick<DraftPlan, 'live' | 'edits'>): string {
	const [before, after] = [readSettings(live), readSettings(edits)]
	const off = hiddenPagesOf(after).filter((page) => !hiddenPagesOf(before).includes(page))
	const rename = (key: 'name' | 'program', what: string) =>
		before[key] !== after[key] && typeof after[key] === 'string' ? [`renaming the ${what} to “${after[key]}”`] : []
	const done = [
		...(off.length > 0 ? [`turning off ${namePages(off)}`] : []),
		...rename('name', 'academy'),
		...rename('program', 'course'),
		...(before.supportEmail === after.supportEmail ? [] : ['a new support email']),
	]
	const text = done.length === 0 ? 'settings' : new Intl.ListFormat('en').format(done)
	return text.charAt(0).toUpperCase() + text.slice(1)
}

const nameOf = ({ title }: Changed) => `“${title.replace(/^.* › /, '').replace(/^Module page: /, '')}”`

/** Counts the public lessons of the main course that a group's changes remove. */
function countRemoved({ live, edits }: Pick<DraftPlan, 'live' | 'edits'>, members: readonly Changed[]): number {
	const changed = new Set(members.map(({ path }) => path))
	const left = new Map(listModules(edits).map(({ file, lessons }) => [file, new Set(lessons.map(({ key }) => key))]))
	const removed = listModules(live).flatMap(({ file, lessons }) => {
		const kept = left.get(file)
		return changed.has(kept ? file : COURSE) ? lessons.filter(({ key }) => kept?.has(key) !== true) : []
	})
	return removed.length
}

function describe(plan: Pick<DraftPlan, 'live' | 'edits'>, root: Changed, members: readonly Changed[]): string {
	if (root.path === SETTINGS) return describeSettings(plan)
	if (isDeletion(root)) return `Deleting ${nameOf(root)}`
	const lessons = members.filter(({ kind, isNew, summary }) => kind === 'Lesson' && (isNew || summary === 'Deleted'))
	const shown = root.isNew ? [root] : lessons
	// If other pages mention a new lesson, count them: in a new academy, its first lesson replaces the sample course.
	const others = root.isNew ? members.filter((each) => each !== root && each.kind !== 'Module' && each.kind !== root.kind).length : 0
	const removed = countRemoved(plan, members)
	if (removed > 1) {
		const added = members.filter(({ kind, isNew }) => kind === 'Lesson' && isNew)
		const [first] = added
		const news = !first ? [] : [added.length === 1 ? `new lesson ${nameOf(first)}` : `${added.length} new lessons`]
		return [`Removing ${removed} lessons`, ...news].join(', ')
	}
	if (shown.length > 1) return `${shown.length} lessons of ${nameOf(root)}`
	const [one = root] = shown
	return one.isNew
		? `New ${one.kind.toLowerCase()} ${nameOf(one)}${others === 0 ? '' : ` and ${countNoun(others, 'other change')}`}`
		: isDeletion(one)
			? `Removing ${nameOf(one)}`
			: `Change of ${nameOf(one)}`
}

export type DraftGroup = { group: string; title: string; why: string }

/** Describes each group of several drafts: what they do, and why they are published together. */
export const describeGroups = (
	plan: DraftPlan,
	changes: readonly (Changed & { group: string; isSeparable: boolean; cause: string | null })[],
): DraftGroup[] =>
	[...Map.groupBy(changes, ({ group }) => group)].flatMap(([group, members]) => {
		const root = members.find(({ path }) => members.some(({ cause }) => cause === path)) ?? members.find(({ kind }) => kind === 'Module')
		const [first] = members
		if (members.length < 2 || !first) return []
		const why = members.some((each) => each.isSeparable)
			? `${nameOf(root ?? first)} can only be published with the other changes. Those can be published before it.`
			: 'These changes belong together, so they’re published together.'
		return [{ group, title: describe(plan, root ?? first, members), why }]
	})
